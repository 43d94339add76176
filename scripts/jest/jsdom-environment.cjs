const { endingContexts } = require('./ended-contexts.cjs');
const { rememberStyles } = require('./quick-jsdom.cjs');

// By a name that TypeScript does not follow: with jsdom's types come those of the DOM, whose `fetch`
// would take the place of Node.js' in all scripts.
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
