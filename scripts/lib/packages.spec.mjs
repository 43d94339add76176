import { builtinModules } from 'node:module';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { filesBelow } from './compile.mjs';
import { ROOT } from './paths.mjs';
import { readJson } from './processes/state.mjs';

const started = ['demo', 'engines', 'inbox', 'processes', 'web'].map(
  (name) => `scripts/lib/${name}`,
);
const sources = ['contracts', 'migrations', 'server', 'web', 'workers', ...started]
  .flatMap((folder) => filesBelow(ROOT, folder))
  .filter(
    (file) =>
      /\.(ts|tsx|mts|mjs)$/.test(file) &&
      !/\.(spec|d)\.\w+$/.test(file) &&
      !file.startsWith('web/src/test/') &&
      file !== 'scripts/lib/libraries/icons.mjs',
  );
/** @type {{ dependencies: object, devDependencies: object } | undefined} */
const own = readJson(join(ROOT, 'package.json'));
const named = Object.keys({ ...own?.dependencies, ...own?.devDependencies });

/**
 * Lists the packages that a source file imports at run time; leaves out imports of types.
 * @param {string} file
 */
function packagesIn(file) {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const ofTypes = new Set(
    [...text.matchAll(/^(?:import|export) type [^;]*?from '([^']+)'/gm)].map(([, path]) => path),
  );
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((path) => !path.startsWith('.') && !ofTypes.has(path))
    .map((path) => path.split('/', path.startsWith('@') ? 2 : 1).join('/'))
    .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name));
}

describe('root package.json', () => {
  test('lists each package that the running product imports, because npm start installs no workspace', () => {
    expect(sources.length).toBeGreaterThan(1_600);
    const missing = sources.flatMap((file) =>
      packagesIn(file)
        .filter((name) => !named.includes(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(missing).toEqual([]);
  });
});
