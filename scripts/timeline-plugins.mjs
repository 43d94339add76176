// Writes contracts/timeline/timeline-plugins.json: the descriptions of the parameters of the
// installed plugins of jsPsych 8 and of our own questionnaire. With --check, the program writes
// nothing, and fails if the file is outdated.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatSource } from './lib/format-source.mjs';
import { ROOT } from './lib/paths.mjs';
import { officialPlugins } from './lib/libraries/timeline-plugins.mjs';

/** @type {import('../contracts/timeline/timeline-plugins.ts').TimelinePlugin} */
const questionnaire = {
  name: 'questionnaire',
  group: 'questions',
  global: 'commonlabQuestionnaire',
  version: '1.0.0',
  description: 'questions on one page or more: scales, choices, tables, text, with branching',
  simulates: true,
  parameters: {
    survey: {
      type: 'object',
      array: false,
      required: true,
      description: 'The questions, in a subset of the JSON of SurveyJS.',
    },
  },
  data: {
    rt: 'The time in milliseconds from when the first page appeared until the last was finished.',
    page_rts: 'The time in milliseconds on each page that was shown, in the order of the pages.',
  },
};

const file = join(ROOT, 'contracts/timeline/timeline-plugins.json');
const plugins = Object.values({ ...officialPlugins(), questionnaire }).sort((a, b) =>
  a.name < b.name ? -1 : 1,
);
const text = await formatSource(
  file,
  JSON.stringify(Object.fromEntries(plugins.map((plugin) => [plugin.name, plugin]))),
);
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  process.stdout.write(`${file} is stale: run node scripts/timeline-plugins.mjs\n`);
  process.exitCode = 1;
}
