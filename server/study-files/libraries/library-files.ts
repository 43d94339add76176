import { existsSync, readFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { platformFolder } from '../../../contracts/study-files/study-names';

/**
 * An entry of the list that the build writes when it copies the library files
 * (scripts/lib/libraries/study-libraries.mjs).
 */
interface Copied {
  package: string;
  version: string;
  file: string;
  sha256: string;
  bytes: number;
}
export interface LibraryFile {
  /** The path of the file on disk. */
  file: string;
  sha256: string;
  bytes: number;
  mime: string;
}

/**
 * The path below a study's address at which this server serves library files. A study cannot have
 * files of its own there.
 */
export const librariesPath = `${platformFolder}/libraries/`;

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * The folder into which the build copied the library files: beside the built programs or, when the
 * sources run directly, in `dist`.
 */
function folder(): string {
  const found = ['../../../libraries', '../../../dist/libraries']
    .map((path) => resolve(__dirname, path))
    .find((path) => existsSync(resolve(path, 'manifest.json')));
  if (!found) throw new Error('The copies of jsPsych are not there: run npm run build.');
  return found;
}

let known: ReadonlyMap<string, LibraryFile> | undefined;
function read(): ReadonlyMap<string, LibraryFile> {
  const at = folder();
  const copied = JSON.parse(readFileSync(resolve(at, 'manifest.json'), 'utf8')) as Copied[];
  return new Map(
    copied.map(({ file, sha256, bytes, ...one }) => {
      const path = `${one.package}@${one.version}/${file}`;
      const mime = types[extname(file)] ?? 'application/octet-stream';
      return [`${librariesPath}${path}`, { file: resolve(at, path), sha256, bytes, mime }];
    }),
  );
}

/** Returns the SHA-256 of every library file. */
export const libraryHashes = (): string[] =>
  [...(known ??= read()).values()].map((one) => one.sha256);

/**
 * Finds a file of jsPsych or a plugin, or its licence notice, by the path at which a study requests
 * it; undefined for other paths.
 */
export function libraryFile(path: string): LibraryFile | undefined {
  if (!path.startsWith(librariesPath)) return undefined;
  known ??= read();
  return known.get(path);
}
