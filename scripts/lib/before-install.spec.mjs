import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { ROOT } from './paths.mjs';
import { readJson } from './processes/state.mjs';

/**
 * Returns the static imports and re-exports of a file. Dynamic imports do not count, since they may
 * run after the installation.
 * @param {string} file
 */
const importsOf = (file) =>
  ts
    .createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
    .statements.filter(
      (statement) => ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement),
    )
    .flatMap(({ moduleSpecifier }) =>
      moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? [moduleSpecifier.text] : [],
    );

/**
 * Lists as `file: package` each package that a script needs before its first line can run.
 * @param {string} file @param {Set<string>} [seen]
 * @returns {string[]}
 */
function packagesBefore(file, seen = new Set()) {
  if (seen.has(file)) return [];
  seen.add(file);
  return importsOf(file).flatMap((name) => {
    if (name.startsWith('node:')) return [];
    if (name.startsWith('.')) return packagesBefore(resolve(dirname(file), name), seen);
    return [`${relative(ROOT, file)}: ${name}`];
  });
}

/**
 * Returns the file that `npm run <name>` runs.
 * @param {string} name
 */
function scriptOf(name) {
  /** @type {{ scripts: Record<string, string> } | undefined} */
  const { scripts } = readJson(join(ROOT, 'package.json')) ?? { scripts: {} };
  return /^node ([\w/.-]+)/.exec(scripts[name] ?? '')?.[1] ?? '';
}

test.each(['test', 'start', 'build', 'check', 'bench'])(
  'npm run %s begins in a fresh clone: it imports no package before the installation',
  (name) => {
    const seen = new Set();
    expect(packagesBefore(join(ROOT, scriptOf(name)), seen)).toEqual([]);
    expect(seen.size).toBeGreaterThan(3);
  },
);

test('the packages that a script needs include those that its imported files import or re-export', () => {
  const folder = mkdtempSync(join(tmpdir(), 'commonlab-imports-'));
  try {
    mkdirSync(join(folder, 'lib'));
    /** Writes a file for a test. @param {string} name @param {string} text */
    const plant = (name, text) => writeFileSync(join(folder, name), text);
    plant('start.mjs', "import 'node:fs';\nimport { a } from './lib/a.mjs';\na();\n");
    plant('lib/a.mjs', "export { b as a } from './b.mjs';\n");
    plant('lib/b.mjs', "export const b = () => import('prettier');\n");
    const found = () => packagesBefore(join(folder, 'start.mjs')).map((at) => at.split(': ')[1]);
    expect(found()).toEqual([]);
    plant('lib/b.mjs', "import '../start.mjs';\nimport prettier from 'prettier';\n");
    expect(found()).toEqual(['prettier']);
    plant('lib/b.mjs', "export * from 'typescript';\n");
    expect(found()).toEqual(['typescript']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
