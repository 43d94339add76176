const base = require('./scripts/jest/base.cjs');

/** ENGINE=redis | postgres chooses the queues and the fan-out; one PostgreSQL serves all files, each in its own clone. */
module.exports = {
  ...base,
  testMatch: ['<rootDir>/test/integration/**/*.spec.ts'],
  // Redis going away says nothing about an engine that has none.
  testPathIgnorePatterns: process.env.ENGINE === 'postgres' ? ['/outages/redis-away\\.spec\\.ts$'] : [],
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  testTimeout: 30_000,
  maxWorkers: 2,
};
