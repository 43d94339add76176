const { existsSync, readFileSync, readdirSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { swcOptions } = require('../lib/swc-options.cjs');

const root = resolve(__dirname, '../..');

/** Names of the installed packages that are ES modules (in part at least): jest runs CommonJS, so these must be transformed. */
function esmPackages() {
  const modules = join(root, 'node_modules');
  if (!existsSync(modules)) return [];
  const names = readdirSync(modules).flatMap((name) => (name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name]));
  return names.filter((name) => {
    const file = join(modules, name, 'package.json');
    return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).type === 'module';
  });
}

module.exports = {
  rootDir: root,
  testEnvironment: 'node',
  // Two cores that do other things besides must not fail a test.
  testTimeout: 20_000,
  transform: { '^.+\\.(ts|tsx|js|mjs)$': ['@swc/jest', swcOptions({ jest: true })] },
  transformIgnorePatterns: [`/node_modules/(?!(${esmPackages().join('|')})/)`],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.cache/'],
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  cacheDirectory: '<rootDir>/.cache/jest',
  reporters: [['default', { summaryThreshold: 200 }], '<rootDir>/scripts/jest/leak-reporter.cjs'],
};
