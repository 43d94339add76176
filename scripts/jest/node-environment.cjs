const { TestEnvironment } = require('jest-environment-node');
const { endingContexts } = require('./ended-contexts.cjs');

module.exports = endingContexts(TestEnvironment);
