const base = require('./scripts/jest/base.cjs');

/** Each file drives the real product in a real browser; two at once would measure each other. */
module.exports = {
  ...base,
  testMatch: ['<rootDir>/test/e2e/**/*.spec.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  testTimeout: 60_000,
  maxWorkers: 1,
};
