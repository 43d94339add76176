const base = require('./scripts/jest/base.cjs');
const { withoutQueue } = require('./scripts/jest/without-queue.cjs');

/**
 * ENGINE=redis | postgres chooses the queues and the fan-out; one PostgreSQL serves all files, each
 * in its own clone.
 */
module.exports = {
  ...base,
  testMatch: ['<rootDir>/test/integration/**/*.spec.ts'],
  // Redis going away says nothing about an engine that has none. In a whole run, what reaches
  // neither a queue nor the fan-out runs on one engine; asked for by name, on both.
  testPathIgnorePatterns:
    process.env.ENGINE === 'postgres'
      ? ['/outages/redis-away\\.spec\\.ts$', ...(process.env.WHOLE_RUN ? withoutQueue() : [])]
      : [],
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  // Every exchange over HTTP, for a comparison of two states of the code (scripts/wire-diff.mjs).
  ...(process.env.RECORD_WIRE && {
    setupFilesAfterEnv: ['<rootDir>/test/support/wire-recorder.ts'],
  }),
  testTimeout: 60_000,
  maxWorkers: 2,
};
