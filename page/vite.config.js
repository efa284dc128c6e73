// How `make site` bundles the page. It serves from any path, so all addresses are relative.
export default {
  base: './',
  build: {
    target: 'es2022',
    assetsDir: 'static',
    assetsInlineLimit: 0, // the content security policy allows no inlined files
    modulePreload: false, // one file is enough to begin, and each view loads when it is first shown
    chunkSizeWarningLimit: 600,
  },
  worker: { format: 'es', rolldownOptions: { external: /^node:/ } },
};
