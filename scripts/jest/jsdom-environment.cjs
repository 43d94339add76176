const { endingContexts } = require('./ended-contexts.cjs');

// The module name is a variable, so that TypeScript does not follow it: jsdom's types bring those of the DOM,
// whose `fetch` would replace that of Node.js in all scripts.
const jsdom = 'jest-environment-jsdom';
/** @type {unknown} */
const loaded = require(jsdom);
const { TestEnvironment } = /** @type {typeof import('jest-environment-node')} */ (loaded);

module.exports = endingContexts(TestEnvironment);
