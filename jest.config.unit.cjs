const base = require('./scripts/jest/base.cjs');

const { rootDir, reporters, cacheDirectory, testTimeout, ...project } = base;

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
      testEnvironment: 'jsdom',
      setupFilesAfterEnv: ['<rootDir>/scripts/jest/jsdom-setup.cjs'],
      moduleNameMapper: {
        ...project.moduleNameMapper,
        '\\.(css|svg|png|jpg|webp|woff2)$': '<rootDir>/scripts/jest/asset-stub.cjs',
      },
    },
  ],
};
