const base = require('./scripts/jest/base.cjs');

// In a whole run these run on one engine: nothing in them reaches a queue or the fan-out. Asked for by name, they run on both.
const withoutEngine = ['/fuzz/', '/authorisation/matrix', '/identity/timing', '/identity/saml-', '/identity/oidc-', '/researchers/organizations-import'];

/** ENGINE=redis | postgres chooses the queues and the fan-out; one PostgreSQL serves all files, each in its own clone. */
module.exports = {
  ...base,
  testMatch: ['<rootDir>/test/integration/**/*.spec.ts'],
  // Redis going away says nothing about an engine that has none.
  testPathIgnorePatterns: process.env.ENGINE === 'postgres' ? ['/outages/redis-away\\.spec\\.ts$', ...(process.env.WHOLE_RUN ? withoutEngine : [])] : [],
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  testTimeout: 30_000,
  maxWorkers: 2,
};
