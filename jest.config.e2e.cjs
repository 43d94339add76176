const base = require('./scripts/jest/base.cjs');

/** Each file starts the real product (scripts/lib/product.mjs) and drives it in a real browser; two at once would slow each other down. */
module.exports = {
  ...base,
  testMatch: ['<rootDir>/test/e2e/**/*.spec.ts'],
  testTimeout: 60_000,
  maxWorkers: 1,
};
