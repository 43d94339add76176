const path = require('node:path');

const root = path.resolve(__dirname, '../..');

/**
 * Returns the path of the file that Node.js loads in place of the module that jest requests.
 * @param {string} file of the sources or of a package
 */
const loadedFrom = (file) =>
  file.includes(`${path.sep}node_modules${path.sep}`)
    ? file
    : path.join(root, 'dist', path.relative(root, file)).replace(/\.ts$/, '.js');

/**
 * A transformer for jest. In each worker, Node.js loads the modules of the programs once, from
 * `dist` (test/support/app/shared-app-environment.ts), together with the packages that they use. A
 * test file that imports one of these modules gets the loaded module and no copy. A copy would
 * define the classes a second time, and the shared application would not recognise their objects.
 * The modules of the global setup and of the environment are loaded normally.
 */
module.exports = {
  /**
   * Returns code that exports the module that Node.js has loaded.
   * @param {string} text @param {string} file
   */
  process(text, file) {
    const from = JSON.stringify(loadedFrom(file));
    if (file.endsWith('.ts'))
      return { code: `module.exports = (globalThis.commonlabCompiled ?? require)(${from});` };
    const shared = `module.exports = globalThis.commonlabCompiled(${from});`;
    if (/^(import|export) /m.test(text)) return { code: shared };
    const strict = /^\s*(\/\*[^]*?\*\/\s*|\/\/.*\s*)*['"]use strict['"]/.test(text)
      ? '"use strict";'
      : '';
    return { code: `${strict} if (globalThis.commonlabCompiled) { ${shared} return; }\n${text}` };
  },
  /**
   * The key of jest's cache. It contains a number: raise it when this transformer changes.
   * @param {string} text @param {string} file
   */
  getCacheKey: (text, file) => `compiled-6 ${file} ${text.length}`,
};
