import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import ts from 'typescript';
import { filesBelow } from '../../lib/compile.mjs';
import { lineNumberOf } from './catalogue.mjs';

/**
 * @typedef {{ side: 'web' | 'server', checker: ts.TypeChecker, sources: ts.SourceFile[],
 *   file: (source: ts.SourceFile) => string, at: (node: ts.Node) => string }} Program
 */

/** Matches files of the running product: no tests, and no files that only tests import. */
const RUNS = /^(?!.*(\.spec\.|\.d\.ts$|^web\/src\/test\/)).*\.tsx?$/;

/** @type {Record<Program['side'], { config: string, folders: string[] }>} */
const SIDES = {
  web: { config: 'web/tsconfig.json', folders: ['web/src'] },
  server: { config: 'tsconfig.json', folders: ['server', 'workers'] },
};

/**
 * Yields the web app and then the server, each as a TypeScript program. Computing types is slow, so
 * the checks ask only for the types of expressions that name a text.
 * @param {string} root
 * @returns {Generator<Program>}
 */
export function* loadPrograms(root) {
  for (const side of /** @type {const} */ (['web', 'server'])) {
    const { config, folders } = SIDES[side];
    const files = folders.flatMap((folder) => filesBelow(root, folder)).filter((f) => RUNS.test(f));
    if (files.length === 0 || !existsSync(join(root, config))) continue;
    const { options } = ts.parseJsonConfigFileContent(
      ts.readConfigFile(join(root, config), (path) => ts.sys.readFile(path)).config,
      { ...ts.sys, readDirectory: () => [] },
      join(root, config, '..'),
    );
    const program = ts.createProgram({
      // No file imports the files with the contexts' error codes, so this list names them.
      rootNames: [
        ...files,
        ...filesBelow(root, 'contracts').filter((f) => f.endsWith('/errors.ts')),
      ].map((file) => join(root, file)),
      options: { ...options, types: [], incremental: false, tsBuildInfoFile: undefined },
    });
    const wanted = new Set(files);
    /** @param {ts.SourceFile} source */
    const file = (source) => relative(root, source.fileName).split(sep).join('/');
    yield {
      side,
      checker: program.getTypeChecker(),
      sources: program.getSourceFiles().filter((source) => wanted.has(file(source))),
      file,
      at: (node) => `${file(node.getSourceFile())}:${lineNumberOf(node.getSourceFile(), node)}`,
    };
  }
}
