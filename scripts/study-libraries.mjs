// Writes server/study-files/libraries/copies.rule.ts: which files of jsPsych and its official plugins
// stand here in place of a CDN's, by the packages that are installed. With --check it compares the
// file instead, and fails on a difference. The build copies the files (lib/study-libraries.mjs).
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatted } from './lib/libraries/formatted.mjs';
import { ROOT } from './lib/paths.mjs';
import { filesOf, packagesOf } from './lib/libraries/study-libraries.mjs';

const file = join(ROOT, 'server/study-files/libraries/copies.rule.ts');
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
const text = await formatted(
  file,
  `/** A package's browser scripts and its ES module. */
   const built = ${JSON.stringify(built)};

   /**
    * The files of jsPsych and its official plugins that stand here in place of a CDN's, by package and
    * version, the newest first: written by scripts/study-libraries.mjs, not by hand.
    */
   export const copies: Readonly<Record<string, readonly string[]>> = {
     ${packages.map((one) => `${JSON.stringify(`${one.name}@${one.version}`)}: ${listed(filesOf(one))}`).join(',\n')}
   };`,
);
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  process.stdout.write(`${file} is stale: run node scripts/study-libraries.mjs\n`);
  process.exitCode = 1;
}
