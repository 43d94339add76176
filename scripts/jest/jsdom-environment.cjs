const v8 = require('node:v8');
const { endingContexts } = require('./ended-contexts.cjs');
const { rememberStyles } = require('./quick-styles.cjs');

// V8 compiles each function to machine code at its first call, without optimizing it. Test files of
// a worker share the compiled functions (parsed-once.cjs), but each counts its own calls, so V8 alone
// would interpret most functions in each file again.
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
