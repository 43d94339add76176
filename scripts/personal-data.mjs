// Writes docs/personal-data.md from the declarations of the contexts. With --check, the program
// writes nothing, and fails if the file is outdated.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { ROOT, programPath } from './lib/paths.mjs';

const file = join(ROOT, 'docs/personal-data.md');
const isCheck = process.argv.includes('--check');
if (!isCheck) {
  await ensureInstalled();
  await build({ web: false });
}
const require = createRequire(import.meta.url);
require('reflect-metadata');
/** @type {unknown} */
const contexts = require(programPath('server/contexts'));
/** @type {unknown} */
const generator = require(programPath('server/platform/context/record-of-processing'));
const { capabilities } = /** @type {{ capabilities: unknown }} */ (contexts);
const { recordOfProcessing } = /** @type {{ recordOfProcessing: (c: unknown) => string }} */ (
  generator
);
const record = recordOfProcessing(capabilities);
if (!isCheck) writeFileSync(file, record);
else if (readFileSync(file, 'utf8') !== record) {
  process.stdout.write('docs/personal-data.md is stale: run node scripts/personal-data.mjs\n');
  process.exitCode = 1;
}
