const { existsSync } = require('node:fs');
const { availableParallelism } = require('node:os');
const base = require('./scripts/jest/base.cjs');
const compiled = require('./scripts/jest/compiled-once.cjs');
const { notDrawn, notLongInBrowser } = require('./scripts/jest/integration-files.cjs');

/** Test files that the command line names by path: each worker needs a product of its own. */
const asked = process.argv.slice(2).filter((arg) => arg.endsWith('.spec.ts') && existsSync(arg));
// Browsers and products wait for each other, so one more than there are cores.
const most = availableParallelism() + 1;

/**
 * One real product for each worker of jest (scripts/lib/product.mjs), driven in a real browser:
 * files of two workers share nothing.
 */
module.exports = {
  ...base,
  ...compiled,
  testEnvironment: '<rootDir>/test/e2e/support/shared-browser-environment.ts',
  testMatch: ['<rootDir>/test/e2e/**/*.spec.ts'],
  testPathIgnorePatterns: [
    ...(process.env.LANE === 'long' && asked.length === 0 ? notLongInBrowser() : []),
    ...(process.env.LANE === 'merge' ? notDrawn('test/e2e') : []),
  ],
  globalSetup: '<rootDir>/test/e2e/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/e2e/support/global-teardown.mjs',
  // The long ones first, so that no browser is at work alone at the end.
  testSequencer: '<rootDir>/scripts/jest/lanes-in-order.cjs',
  // A journey is many clicks, each of which waits for the real product.
  testTimeout: 60_000 * Number(process.env.TEST_PATIENCE ?? 1),
  maxWorkers: asked.length > 0 ? Math.min(asked.length, most) : most,
};
