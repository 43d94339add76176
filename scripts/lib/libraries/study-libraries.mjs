import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { readJson, writeAtomic } from '../processes/state.mjs';

/** @typedef {{ package: string, version: string, file: string, sha256: string, bytes: number, licence: string }} Copied */
/**
 * The list of the archive's files, which scripts/study-libraries.mjs writes beside the archive.
 * `recipe` is a hash of everything from which the archive was made.
 * @typedef {{ recipe: string, sha256: string, files: Copied[] }} Contents
 */

/**
 * The archive of all libraries: an uncompressed ZIP file that is then compressed with Brotli as a
 * whole, which gives half the size of an ordinary ZIP file.
 */
export const LIBRARY_ARCHIVE = 'server/study-files/libraries/copies.zip.br';
export const LIBRARY_ARCHIVE_LIST = 'server/study-files/libraries/copies.json';

/** @param {Uint8Array} bytes */
export const sha256Of = (bytes) => createHash('sha256').update(bytes).digest('hex');
/** The path of a file, in the archive and below the folder `libraries`. @param {Copied} one */
export const archivePathOf = (one) => `${one.package}@${one.version}/${one.file}`;

/** @param {string} root */
export function readArchiveList(root) {
  /** @type {Contents | undefined} */
  const contents = readJson(join(root, LIBRARY_ARCHIVE_LIST));
  if (!contents) throw new Error(`${LIBRARY_ARCHIVE_LIST} is missing or no JSON.`);
  return contents;
}

/**
 * Unpacks the archive and checks each file against the list.
 * @param {string} root
 * @returns {Promise<{ copied: Copied, bytes: Uint8Array }[]>}
 * @throws {Error} if the hash of the archive or of one of its files differs from the list
 */
async function filesOfArchive(root) {
  const { sha256, files } = readArchiveList(root);
  const archive = readFileSync(join(root, LIBRARY_ARCHIVE));
  if (sha256Of(archive) !== sha256)
    throw new Error(
      `${LIBRARY_ARCHIVE} does not have the hash that ${LIBRARY_ARCHIVE_LIST} says: check it out again.`,
    );
  // Imports the package only now: the dependencies may not be installed when this module loads.
  const { unzipSync } = await import('fflate');
  const found = unzipSync(brotliDecompressSync(archive));
  return files.map((copied) => {
    const bytes = found[archivePathOf(copied)];
    if (!bytes || sha256Of(bytes) !== copied.sha256)
      throw new Error(
        `${archivePathOf(copied)} in ${LIBRARY_ARCHIVE} is not the file that ${LIBRARY_ARCHIVE_LIST} lists.`,
      );
    return { copied, bytes };
  });
}

/**
 * Unpacks the library files that studies may request from a CDN into `<out>/libraries`, with the
 * notices of their licences and `manifest.json`. Does nothing if the archive has not changed.
 * @param {{ root: string, out: string }} where
 * @returns {Promise<boolean>} whether there was something to do
 */
export async function unpackLibraries({ root, out }) {
  if (!existsSync(join(root, LIBRARY_ARCHIVE_LIST))) return false;
  const { sha256, files } = readArchiveList(root);
  const dir = join(out, 'libraries');
  const ledger = join(out, '.libraries.json');
  /** @type {{ sha256?: string } | undefined} */
  const before = readJson(ledger);
  if (before?.sha256 === sha256 && existsSync(join(dir, 'manifest.json'))) return false;
  rmSync(dir, { recursive: true, force: true });
  for (const { copied, bytes } of await filesOfArchive(root)) {
    const at = join(dir, archivePathOf(copied));
    await mkdir(dirname(at), { recursive: true });
    await writeFile(at, bytes);
  }
  writeAtomic(join(dir, 'manifest.json'), JSON.stringify(files, null, 1), 0o644);
  writeAtomic(ledger, JSON.stringify({ sha256 }), 0o644);
  return true;
}

/**
 * Finds a browser file of the newest version of jsPsych or one of its plugins in
 * `<out>/libraries`.
 * @param {string} root @param {string} out @param {string} name of the package @param {string} file
 */
export function libraryFileOf(root, out, name, file) {
  // The list begins with the newest version of each package, so `find` returns that version.
  const copied = readArchiveList(root).files.find(
    (one) => one.package === name && one.file === file,
  );
  if (!copied) throw new Error(`There is no ${file} of ${name} in ${LIBRARY_ARCHIVE}.`);
  return { path: join(out, 'libraries', archivePathOf(copied)), version: copied.version };
}
