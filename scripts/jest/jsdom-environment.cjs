const { endingContexts } = require('./ended-contexts.cjs');

// By a name that TypeScript does not follow: with jsdom's types come those of the DOM, whose `fetch`
// would take the place of Node.js' in all scripts.
const jsdom = 'jest-environment-jsdom';
/** @type {unknown} */
const loaded = require(jsdom);
const { TestEnvironment } = /** @type {typeof import('jest-environment-node')} */ (loaded);

module.exports = endingContexts(TestEnvironment);
