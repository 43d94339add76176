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
 * A transformer for jest. Node.js loads each module of the programs once for a worker, from `dist`
 * (test/support/app/shared-app-environment.ts), with the packages that the programs use. When a
 * test file imports one of these modules, the transformer returns the loaded module. Otherwise each
 * test file would load a copy, whose classes would differ from those of the shared application. The
 * modules of the global setup and of the environment are loaded normally.
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
   * The key of jest's cache: changes with this code and with the length of the file.
   * @param {string} text @param {string} file
   */
  getCacheKey: (text, file) => `compiled-6 ${file} ${text.length}`,
};
