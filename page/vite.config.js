// How `make site` bundles the page. It serves from any path, so all addresses are relative.
export default {
  base: './',
  build: {
    target: 'es2022',
    assetsDir: 'static',
    assetsInlineLimit: 0, // the content security policy allows no inlined files
    modulePreload: false, // there is one file
    chunkSizeWarningLimit: 600,
    rolldownOptions: { output: { codeSplitting: false } },
  },
  worker: { format: 'es', rolldownOptions: { external: /^node:/, output: { codeSplitting: false } } },
};
