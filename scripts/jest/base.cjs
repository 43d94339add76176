const { existsSync, readFileSync, readdirSync } = require('node:fs');
const path = require('node:path');
const { swcOptions } = require('../lib/swc-options.cjs');

const root = path.resolve(__dirname, '../..');

/** @param {string} folder */
const isEsm = (folder) => {
  const file = path.join(folder, 'package.json');
  if (!existsSync(file)) return false;
  /** @type {unknown} */
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  return /** @type {{ type?: string }} */ (manifest).type === 'module';
};

/**
 * Returns the names of the packages in a node_modules folder.
 * @param {string} modules @returns {string[]}
 */
function packagesIn(modules) {
  if (!existsSync(modules)) return [];
  return readdirSync(modules).flatMap((name) =>
    name.startsWith('@')
      ? readdirSync(path.join(modules, name)).map((inner) => `${name}/${inner}`)
      : [name],
  );
}

/**
 * The names of the installed packages that contain ES modules. Jest runs CommonJS, so it must
 * transform these.
 */
const modules = path.join(root, 'node_modules');
const esmPackages = packagesIn(modules).filter((name) => isEsm(path.join(modules, name)));
/**
 * The packages whose own node_modules folder contains a package with ES modules. That package is
 * there because the root has another version of it. Jest must transform its ES modules, too.
 */
const withEsmInside = packagesIn(modules).filter((name) =>
  packagesIn(path.join(modules, name, 'node_modules')).some((inner) =>
    isEsm(path.join(modules, name, 'node_modules', inner)),
  ),
);

module.exports = {
  rootDir: root,
  testEnvironment: path.join(root, 'scripts/jest/node-environment.cjs'),
  // The default time limit. A test that may take longer states its own limit and the reason.
  testTimeout: 10_000 * Number(process.env.TEST_PATIENCE ?? 1),
  setupFilesAfterEnv: [path.join(root, 'scripts/jest/patient-hooks.cjs')],
  transform: { '^.+\\.(ts|tsx|js|mjs)$': ['@swc/jest', swcOptions({ jest: true })] },
  transformIgnorePatterns: [
    `(?<!/(${withEsmInside.join('|')}))/node_modules/(?!(${esmPackages.join('|')})/)`,
  ],
  // A context imports its controllers dynamically, with a path that ends in `.js`, as in the
  // compiled product. Tests load the `.ts` source, so this removes the extension.
  moduleNameMapper: { '^(\\..*\\.(?:controller|module))\\.js$': '$1' },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.cache/'],
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  cacheDirectory: '<rootDir>/.cache/jest',
  reporters: [['default', { summaryThreshold: 200 }], '<rootDir>/scripts/jest/leak-reporter.cjs'],
};
