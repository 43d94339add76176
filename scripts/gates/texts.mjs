// Fails when a text of locales/ is missing, unused or empty; when its placeholders or plural forms
// do not fit the English text; when a program names a text that does not exist; and when a program
// shows a text that is not in locales/ (docs/decisions/texts-and-input.md). Argument: the root
// (default: the project).
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { contentHash } from '../lib/compile.mjs';
import { ROOT } from '../lib/paths.mjs';
import { readJson, writeAtomic } from '../lib/processes/state.mjs';
import { readCatalogue } from './texts/catalogue.mjs';
import { compareLanguages } from './texts/compare.mjs';
import { findHardCodedTexts } from './texts/hard-coded.mjs';
import { loadPrograms } from './texts/programs.mjs';
import { filesExemptFromTranslation, unresolvableTextKeys } from './texts/unresolvable.mjs';
import { textUsesIn } from './texts/uses.mjs';

const root = process.argv[2] ?? ROOT;
/**
 * The files and folders that the check reads. If none of them has changed, the stored result is
 * valid.
 */
const INPUTS = [
  ...['locales', 'contracts', 'server', 'workers', 'web/src', 'scripts/gates/texts'],
  ...['scripts/gates/texts.mjs', 'tsconfig.base.json', 'tsconfig.json', 'web/tsconfig.json'],
  'package-lock.json',
];

/** @typedef {{ faults: string[], said: string }} Verdict */

/** @returns {Verdict} */
function verdict() {
  const catalogue = readCatalogue(root);
  const faults = [...catalogue.faults];
  /** @type {Set<string>} */
  const used = new Set();
  let uses = 0;

  for (const program of loadPrograms(root)) {
    const isOurs = root === ROOT;
    const found = textUsesIn(program, catalogue, isOurs ? unresolvableTextKeys : {});
    uses += found.uses;
    for (const key of found.used) used.add(key);
    faults.push(
      ...found.faults,
      ...findHardCodedTexts(program, catalogue, isOurs ? filesExemptFromTranslation : {}),
    );
  }
  faults.push(...compareLanguages(catalogue, used));

  const texts = [...catalogue.languages.values()].reduce((sum, { size }) => sum + size, 0);
  const said = `${texts} texts in ${catalogue.languages.size} languages, used in ${uses} places`;
  return { faults: faults.sort(), said };
}

/**
 * Checks the project, unless a stored result is still valid. Both `npm run check` and a test call
 * this.
 * @returns {Promise<Verdict>}
 */
async function keptVerdict() {
  const kept = join(ROOT, '.cache/texts.json');
  const inputs = await contentHash(ROOT, INPUTS);
  /** @type {Verdict & { inputs: string } | undefined} */
  const before = readJson(kept);
  if (before?.inputs === inputs) return before;
  const now = verdict();
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  writeAtomic(kept, JSON.stringify({ inputs, ...now }));
  return now;
}

const { faults, said } = root === ROOT ? await keptVerdict() : verdict();
process.stdout.write(`${faults.length > 0 ? faults.join('\n') : said}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
