const { availableParallelism } = require('node:os');
const base = require('./scripts/jest/base.cjs');
const compiled = require('./scripts/jest/compiled-once.cjs');
const {
  notDrawn,
  notLong,
  notQuick,
  onOneEngine,
} = require('./scripts/jest/integration-files.cjs');

const { ENGINE, LANE } = process.env;
/** A run of all test files, or of all but the sampled ones; no run of named files. */
const isWhole = LANE === 'whole' || LANE === 'merge';

/**
 * ENGINE=redis | postgres chooses the queues and the fan-out; one PostgreSQL serves all files, each
 * in its own clone.
 */
module.exports = {
  ...base,
  ...compiled,
  testMatch: ['<rootDir>/test/integration/**/*.spec.ts'],
  // Redis going away says nothing about an engine that has none. A whole run has on the second
  // engine what says `@engines both`; a file that the command line names runs on each engine.
  testPathIgnorePatterns: [
    ...(ENGINE === 'postgres' ? ['/outages/redis-away\\.spec\\.ts$'] : []),
    ...(ENGINE === 'postgres' && isWhole ? onOneEngine() : []),
    ...(LANE === 'merge' ? notDrawn('test/integration') : []),
    ...(LANE === 'quick' ? notQuick() : []),
    ...(LANE === 'long' ? notLong() : []),
  ],
  testSequencer: '<rootDir>/scripts/jest/lanes-in-order.cjs',
  // What each context costs, beside what it may cost.
  reporters: [...base.reporters, '<rootDir>/scripts/jest/budget-reporter.cjs'],
  testEnvironment: '<rootDir>/test/support/app/shared-app-environment.ts',
  globalSetup: '<rootDir>/test/support/engines/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/engines/global-teardown.mjs',
  // One more than there are cores, since some tests wait for programs that restart or time out. With
  // two more, files of five contexts took 8 to 12 % longer on two cores: all workers wait for a core.
  maxWorkers: availableParallelism() + 1,
};
