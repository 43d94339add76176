const base = require('./scripts/jest/base.cjs');

/**
 * One real product for all files (scripts/lib/product.mjs), driven in a real browser; two files at
 * once would slow each other down.
 */
module.exports = {
  ...base,
  testMatch: ['<rootDir>/test/e2e/**/*.spec.ts'],
  globalSetup: '<rootDir>/test/e2e/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/e2e/support/global-teardown.mjs',
  testTimeout: 120_000,
  maxWorkers: 1,
};
