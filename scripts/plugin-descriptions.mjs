// Writes server/research-data/columns/plugin-descriptions.generated.ts. The file describes the data
// that the installed plugins of jsPsych record. The descriptions come from the JSDoc comments in
// `info.data` of the plugins' sources. With --check, the program writes nothing, and fails if the
// file is outdated.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatSource } from './lib/format-source.mjs';
import { ROOT } from './lib/paths.mjs';
import { readPluginData } from './lib/libraries/plugin-data.mjs';

const file = join(ROOT, 'server/research-data/columns/plugin-descriptions.generated.ts');
const packages = join(ROOT, 'node_modules/@jspsych');

/**
 * Returns the source code of an object literal.
 * @param {[string, string][]} entries the name and the source code of each property
 */
const objectOf = (entries) =>
  `{${entries.map(([name, code]) => `${JSON.stringify(name)}: ${code}`).join(',')}}`;
/**
 * Writes a long text as several string literals, each of which fits into a line.
 * @param {[string, string]} entry
 */
const inPieces = ([name, text]) =>
  /** @type {[string, string]} */ ([
    name,
    (text.match(/.{1,80}(?:\s|$)/g) ?? [text]).map((piece) => JSON.stringify(piece)).join(' + '),
  ]);

const plugins = readdirSync(packages)
  .filter((name) => name.startsWith('plugin-'))
  .map((name) => join(packages, name, 'src/index.ts'))
  .filter(existsSync)
  .sort()
  .flatMap((source) => readPluginData(readFileSync(source, 'utf8')) ?? []);
const text = await formatSource(
  file,
  `/**
   * The descriptions by jsPsych plugins of the data that they record, by the plugin's name: written by
   * scripts/plugin-descriptions.mjs from their sources (MIT), not by hand.
   */
  export const pluginDescriptions: Readonly<Record<string, Readonly<Record<string, string>>>> =
    ${objectOf(plugins.map(({ name, data }) => [name, objectOf(Object.entries(data).map(inPieces))]))};`,
);
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  process.stdout.write(`${file} is stale: run node scripts/plugin-descriptions.mjs\n`);
  process.exitCode = 1;
}
