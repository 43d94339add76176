const path = require('node:path');

const root = path.resolve(__dirname, '../..');

/** @param {string} file of the sources or of a package */
const loadedFrom = (file) =>
  file.includes(`${path.sep}node_modules${path.sep}`)
    ? file
    : path.join(root, 'dist', path.relative(root, file)).replace(/\.ts$/, '.js');

/**
 * A transformer of jest: a module of the programs, or a package that they are made of, is the one
 * that Node.js loaded from `dist` for this worker (test/support/app/shared-app-environment.ts), not
 * another one for each test file. So a file loads its own tests only, and its classes are those of
 * the shared application. Jest transforms what the global setup and the environment load, too:
 * there a module stays what it is.
 */
module.exports = {
  /** @param {string} text @param {string} file */
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
  /** @param {string} text @param {string} file */
  getCacheKey: (text, file) => `compiled-6 ${file} ${text.length}`,
};
