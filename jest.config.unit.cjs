const base = require('./scripts/jest/base.cjs');

const { rootDir, reporters, cacheDirectory, testTimeout, ...project } = base;

// The workers' heap: with the default of 16 MB for new objects, a tenth of the time of the web tests
// goes into moving the ones of a page that is drawn.
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`.trim();

module.exports = {
  rootDir,
  reporters,
  cacheDirectory,
  // Of the whole run: a project's own is not read.
  testTimeout,
  maxWorkers: 2,
  projects: [
    {
      ...project,
      rootDir,
      cacheDirectory,
      displayName: 'node',
      testMatch: [
        '<rootDir>/{contracts,server,workers,migrations,bench}/**/*.spec.ts',
        '<rootDir>/scripts/**/*.spec.mjs',
        '<rootDir>/test/architecture/**/*.spec.ts',
      ],
    },
    {
      ...project,
      rootDir,
      cacheDirectory,
      displayName: 'web',
      testMatch: ['<rootDir>/web/**/*.spec.{ts,tsx}'],
      testEnvironment: '<rootDir>/scripts/jest/jsdom-environment.cjs',
      setupFilesAfterEnv: [...project.setupFilesAfterEnv, '<rootDir>/scripts/jest/jsdom-setup.cjs'],
      moduleNameMapper: {
        ...project.moduleNameMapper,
        '\\.(css|svg|png|jpg|webp|woff2)$': '<rootDir>/scripts/jest/asset-stub.cjs',
      },
    },
  ],
};
