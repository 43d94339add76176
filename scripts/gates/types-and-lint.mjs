// Types and lint of one side of the project, `server` or `web`: both read the same program of
// TypeScript, so it is made, and its types are inferred, once. Prints an outcome a line, as JSON.
// Behind `--only`: the files to lint, instead of all of the side.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';
import tseslint from 'typescript-eslint';
import { ROOT } from '../lib/paths.mjs';

/** @typedef {import('../lib/checks.mjs').Outcome} Outcome */
/**
 * @typedef {(
 *   code: string,
 *   options?: { project?: unknown, programs?: ts.Program[] },
 * ) => ReturnType<typeof tseslint.parser.parseForESLint>} Parse
 */

/**
 * The projects of each side, and what it lints: what is not the web's is the server's. A script that
 * the tests import is linted as a file of theirs.
 */
const SIDES = {
  server: {
    projects: { 'server, workers, tests': 'tsconfig.json', scripts: 'scripts/tsconfig.json' },
    ignorePatterns: ['web/'],
    folders: ['.'],
  },
  web: { projects: { web: 'web/tsconfig.json' }, ignorePatterns: [], folders: ['web'] },
};

/** @type {ts.FormatDiagnosticsHost} */
const host = {
  getCurrentDirectory: () => ROOT,
  getCanonicalFileName: (name) => name,
  getNewLine: () => '\n',
};

/**
 * As `tsc -p` does it, with what it remembers of the run before.
 * @param {string} project
 * @returns {{ program: ts.Program, faults: readonly ts.Diagnostic[] }}
 */
function typesOf(project) {
  const file = join(ROOT, project);
  const read = ts.readConfigFile(file, (path) => readFileSync(path, 'utf8'));
  const { fileNames, options, errors, projectReferences } = ts.parseJsonConfigFileContent(
    read.config,
    ts.sys,
    dirname(file),
    undefined,
    file,
  );
  const made = ts.createIncrementalProgram({
    rootNames: fileNames,
    options,
    projectReferences,
    configFileParsingDiagnostics: [...(read.error ? [read.error] : []), ...errors],
  });
  const faults = [
    ...made.getConfigFileParsingDiagnostics(),
    ...made.getOptionsDiagnostics(),
    ...made.getSyntacticDiagnostics(),
    ...made.getGlobalDiagnostics(),
    ...made.getSemanticDiagnostics(),
    ...made.emit().diagnostics,
  ];
  return { program: made.getProgram(), faults };
}

/**
 * @param {string[]} files @param {string[]} ignorePatterns
 * @param {string} side @param {ts.Program[]} programs
 * @returns {Promise<Outcome>}
 */
async function lint(files, ignorePatterns, side, programs) {
  const { parser } = tseslint;
  const parse = /** @type {Parse} */ (parser.parseForESLint.bind(parser));
  const onPrograms = /** @type {import('eslint').Linter.Parser} */ ({
    ...parser,
    /** @param {string} code @param {{ project?: unknown }} [options] */
    parseForESLint: (code, options) =>
      parse(code, options?.project ? { ...options, project: undefined, programs } : options),
  });
  const eslint = new ESLint({
    cwd: ROOT,
    ignorePatterns,
    warnIgnored: false,
    overrideConfig: { languageOptions: { parser: onPrograms } },
    cache: true,
    cacheStrategy: 'content',
    cacheLocation: join(ROOT, `.cache/eslint/${side}.json`),
  });
  const results = await eslint.lintFiles(files);
  const ok = results.every(({ errorCount, warningCount }) => errorCount + warningCount === 0);
  return { ok, output: await (await eslint.loadFormatter('stylish')).format(results) };
}

let lastEnd = performance.now();
/** @param {string} name @param {Outcome} outcome */
function tell(name, { ok, output }) {
  const seconds = (performance.now() - lastEnd) / 1000;
  lastEnd = performance.now();
  process.stdout.write(`${JSON.stringify({ name, ok, output, seconds })}\n`);
}

const [side, only, ...named] = process.argv.slice(2);
if (side !== 'server' && side !== 'web') throw new Error('Which side: server or web?');
const { projects, ignorePatterns, folders } = SIDES[side];

/** @type {ts.Program[]} */
const programs = [];
for (const [name, project] of Object.entries(projects)) {
  const { program, faults } = typesOf(project);
  programs.push(program);
  tell(`types (${name})`, { ok: faults.length === 0, output: ts.formatDiagnostics(faults, host) });
}
const isOfSide = (/** @type {string} */ file) => file.startsWith('web/') === (side === 'web');
const files = only ? named.filter(isOfSide) : folders;
if (files.length > 0)
  tell(
    `lint (${only ? `${files.length} changed files` : side})`,
    await lint(files, ignorePatterns, side, programs),
  );
