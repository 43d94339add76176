const v8 = require('node:v8');
const { endingContexts } = require('./ended-contexts.cjs');
const { rememberStyles } = require('./quick-styles.cjs');

// This option makes V8 compile each function to machine code at the first call, without optimizing
// it. By default, V8 compiles a function only after several calls, and counts the calls of each
// test file separately. So it would interpret most functions in each test file.
v8.setFlagsFromString('--always-sparkplug');

// The name of the module is a variable, so that TypeScript does not load the types of jsdom. They
// would declare the browser's `fetch` in place of Node.js's `fetch` in all scripts.
const jsdom = 'jest-environment-jsdom';
/** @type {unknown} */
const loaded = require(jsdom);
const { TestEnvironment } = /** @type {typeof import('jest-environment-node')} */ (loaded);

module.exports = endingContexts(
  class extends TestEnvironment {
    /** @param {ConstructorParameters<typeof TestEnvironment>} args */
    constructor(...args) {
      super(...args);
      /** @type {unknown} */
      const window = this.global;
      rememberStyles(/** @type {Parameters<typeof rememberStyles>[0]} */ (window));
    }
  },
);
