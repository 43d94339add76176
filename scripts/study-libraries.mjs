// Writes three files of server/study-files/libraries. copies.generated.ts lists the files of
// jsPsych and its official plugins that this server serves instead of a CDN. copies.zip.br contains
// these files, from the installed packages; the build unpacks it
// (lib/libraries/study-libraries.mjs). copies.json lists them with their hashes. With --check, the
// program writes nothing, and fails if one of the three files is outdated.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { zipSync } from 'fflate';
import { formatSource } from './lib/format-source.mjs';
import { filesOf, buildLibraries, packagesOf, recipeOf } from './lib/libraries/make-libraries.mjs';
import {
  LIBRARY_ARCHIVE,
  LIBRARY_ARCHIVE_LIST,
  readArchiveList,
  sha256Of,
  archivePathOf,
} from './lib/libraries/study-libraries.mjs';
import { ROOT } from './lib/paths.mjs';

const file = join(ROOT, 'server/study-files/libraries/copies.generated.ts');
const packages = packagesOf(ROOT);
const [built] = packages.filter(({ name }) => name.startsWith('@jspsych/extension')).map(filesOf);

/** @param {readonly string[]} files */
const listed = (files) => {
  const more = files.filter((name) => !built?.includes(name));
  return built?.every((name) => files.includes(name))
    ? more.length > 0
      ? `[...built, ${more.map((name) => JSON.stringify(name)).join(', ')}]`
      : 'built'
    : JSON.stringify(files);
};
const text = await formatSource(
  file,
  `/** A package's browser scripts and its ES module. */
   const built = ${JSON.stringify(built)};

   /**
    * The files of jsPsych and its official plugins that this server serves instead of a CDN, by package and version,
    * the newest first: written by scripts/study-libraries.mjs, not by hand.
    */
   export const copies: Readonly<Record<string, readonly string[]>> = {
     ${packages.map((one) => `${JSON.stringify(`${one.name}@${one.version}`)}: ${listed(filesOf(one))}`).join(',\n')}
   };`,
);
const recipe = await recipeOf(ROOT);

/**
 * Writes the archive in a reproducible way: all files have the same date and a fixed order, so that
 * equal files give equal archives.
 */
async function writeArchive() {
  const made = await buildLibraries(ROOT);
  const level = /** @type {const} */ ({ level: 0, mtime: '1980-01-02' });
  const zip = zipSync(
    Object.fromEntries(made.map(({ copied, bytes }) => [archivePathOf(copied), [bytes, level]])),
  );
  const archive = brotliCompressSync(zip, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: zip.length,
    },
  });
  writeFileSync(join(ROOT, LIBRARY_ARCHIVE), archive);
  const files = made.map(({ copied }) => copied);
  const contents = { recipe, sha256: sha256Of(archive), files };
  writeFileSync(
    join(ROOT, LIBRARY_ARCHIVE_LIST),
    await formatSource(join(ROOT, LIBRARY_ARCHIVE_LIST), JSON.stringify(contents)),
  );
}

if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
  await writeArchive();
} else if (
  !existsSync(file) ||
  readFileSync(file, 'utf8') !== text ||
  readArchiveList(ROOT).recipe !== recipe
) {
  process.stdout.write(
    `${file} or ${LIBRARY_ARCHIVE_LIST} is stale: run node scripts/study-libraries.mjs\n`,
  );
  process.exitCode = 1;
}
