// What the worker needs before the first click goes into one file: many small ones compress less well.
const AT_FIRST = /host\/(answers|boards|game_start|games_in_memory|host|host_game|limits|remote|requests|storage|tables|tasks)\.js$|js\/(board|compile|engine|errors|game|index|rule_names|strategies|wasi|words)\.js$|node_modules\/(@noble|valibot)\//;

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
  worker: {
    format: 'es',
    rolldownOptions: { external: /^node:/, output: { codeSplitting: { groups: [{ name: 'host', test: AT_FIRST }] } } },
  },
};
