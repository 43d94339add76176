const { TestEnvironment } = require('jest-environment-jsdom');
const { endingContexts } = require('./ended-contexts.cjs');

module.exports = endingContexts(TestEnvironment);
