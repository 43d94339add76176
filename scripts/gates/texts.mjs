// Fails when a text of locales/ is missing, unused, empty, or differs from the English one in its
// values or plurals, when a program names a text that does not exist, and when it shows one that is
// not in locales/ (docs/decisions/0027-one-catalogue-of-texts.md). Argument: the root (default: the
// project).
import { ROOT } from '../lib/paths.mjs';
import { catalogueOf } from './texts/catalogue.mjs';
import { compare } from './texts/compare.mjs';
import { hardCoded } from './texts/hard-coded.mjs';
import { programsOf } from './texts/programs.mjs';
import { unresolvable } from './texts/unresolvable.mjs';
import { usesIn } from './texts/uses.mjs';

const root = process.argv[2] ?? ROOT;
const catalogue = catalogueOf(root);
const faults = [...catalogue.faults];
/** @type {Set<string>} */
const used = new Set();
let uses = 0;

for (const program of programsOf(root)) {
  const found = usesIn(program, catalogue, root === ROOT ? unresolvable : {});
  uses += found.uses;
  for (const key of found.used) used.add(key);
  faults.push(...found.faults, ...hardCoded(program, catalogue));
}
faults.push(...compare(catalogue, used));

const texts = [...catalogue.languages.values()].reduce((sum, { size }) => sum + size, 0);
process.stdout.write(
  faults.length > 0
    ? `${faults.sort().join('\n')}\n`
    : `${texts} texts in ${catalogue.languages.size} languages, used in ${uses} places\n`,
);
process.exitCode = faults.length > 0 ? 1 : 0;
