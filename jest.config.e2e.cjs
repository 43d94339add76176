const { availableParallelism } = require('node:os');
const base = require('./scripts/jest/base.cjs');

/**
 * One real product for each worker of jest (scripts/lib/product.mjs), driven in a real browser:
 * files of two workers share nothing.
 */
module.exports = {
  ...base,
  testMatch: ['<rootDir>/test/e2e/**/*.spec.ts'],
  globalSetup: '<rootDir>/test/e2e/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/e2e/support/global-teardown.mjs',
  // A journey is many clicks, each of which waits for the real product.
  testTimeout: 60_000,
  // Browsers and products wait for each other, so one more than there are cores.
  maxWorkers: availableParallelism() + 1,
};
