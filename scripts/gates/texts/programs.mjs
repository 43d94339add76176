import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import ts from 'typescript';
import { filesBelow } from '../../lib/compile.mjs';
import { lineOf } from './catalogue.mjs';

/**
 * @typedef {{ side: 'web' | 'server', checker: ts.TypeChecker, sources: ts.SourceFile[],
 *   file: (source: ts.SourceFile) => string, at: (node: ts.Node) => string }} Program
 */

/** Files of the running product: neither tests nor files that only tests import. */
const RUNS = /^(?!.*(\.spec\.|\.d\.ts$|^web\/src\/test\/)).*\.tsx?$/;

/** @type {Record<Program['side'], { config: string, folders: string[] }>} */
const SIDES = {
  web: { config: 'web/tsconfig.json', folders: ['web/src'] },
  server: { config: 'tsconfig.json', folders: ['server', 'workers'] },
};

/**
 * The web app and the server as TypeScript sees them; each is typed only where a text is named.
 * @param {string} root
 * @returns {Generator<Program>}
 */
export function* programsOf(root) {
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
      // The error codes of the contexts, which no file imports for their types.
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
      at: (node) => `${file(node.getSourceFile())}:${lineOf(node.getSourceFile(), node)}`,
    };
  }
}
