import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentHash } from '../compile.mjs';
import { readJson, writeAtomic } from '../processes/state.mjs';
import { runVite } from '../web/web.mjs';
import { LIBRARY_ARCHIVE_LIST, libraryFileOf } from './study-libraries.mjs';

const INPUTS = [
  'web/src/builder-player',
  'web/src/runner',
  'web/study-player.config.mts',
  'contracts',
  'package-lock.json',
  'scripts/lib/libraries/study-player.mjs',
  LIBRARY_ARCHIVE_LIST,
];
/** @typedef {{ path: string, version: string }} Library */

const jspsychLicence = `MIT License

Copyright (c) 2014-2022 Joshua R. de Leeuw

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`;

/**
 * Collects the licences of the player and of jsPsych.
 * @param {string} root @param {string} version of jsPsych
 */
async function licences(root, version) {
  const own = await readFile(join(root, 'LICENSE'), 'utf8');
  return [
    `jspsych.js, jspsych.css (jsPsych ${version}) and plugins/plugin-*.js other than plugin-questionnaire.js`,
    '',
    jspsychLicence,
    'jspsych.css has the typeface Open Sans in it (c) 2020 The Open Sans Project Authors',
    '(https://github.com/googlefonts/opensans), under the SIL Open Font License, Version 1.1',
    '(https://openfontlicense.org).',
    '',
    'player.js, plugins/plugin-questionnaire.js, index.html: Commonlab',
    '',
    own,
  ].join('\n');
}

/**
 * Removes the reference to the source map from a script or style, since the server does not serve
 * source maps.
 * @param {string} path
 */
const withoutMap = async (path) =>
  (await readFile(path, 'utf8')).replace(/\n?\/[/*][#@]\s*sourceMappingURL=.*$/m, '').trimEnd() +
  '\n';

/**
 * Writes the scripts that studies made with the study builder load into `<out>/study-player`: our
 * scripts, jsPsych with its plugins, and the script for studies that are exported to JATOS. Call
 * `unpackLibraries` first.
 * @param {{ root: string, out: string }} where
 * @returns {Promise<boolean>} whether there was something to do
 */
export async function buildStudyPlayer({ root, out }) {
  if (!existsSync(join(root, 'web/study-player.config.mts'))) return false;
  const dir = join(out, 'study-player');
  const ledger = join(out, '.study-player.json');
  const inputs = await contentHash(root, INPUTS);
  /** @type {{ inputs: string } | undefined} */
  const before = readJson(ledger);
  if (before?.inputs === inputs && existsSync(join(dir, 'jatos-adapter.js'))) return false;
  await rm(dir, { recursive: true, force: true });
  await mkdir(join(dir, 'plugins'), { recursive: true });
  /** Finds a browser file of a library. @param {string} name @param {string} file */
  const library = (name, file) => libraryFileOf(root, out, name, file);
  const { path, version } = library('jspsych', 'dist/index.browser.min.js');
  // Adds a comment with the version of the library. The file itself contains the version only in
  // the reference to the source map, and `withoutMap` removes this reference.
  await writeFile(
    join(dir, 'jspsych.js'),
    `/*! jsPsych, version = "${version}"; its licence: LICENSES.txt */\n${await withoutMap(path)}`,
  );
  await writeFile(
    join(dir, 'jspsych.css'),
    await withoutMap(library('jspsych', 'css/jspsych.css').path),
  );
  /** @type {Record<string, unknown>} */
  const plugins = readJson(join(root, 'contracts/timeline/timeline-plugins.json')) ?? {};
  for (const name of Object.keys(plugins).filter((one) => one !== 'questionnaire'))
    await writeFile(
      join(dir, `plugins/plugin-${name}.js`),
      await withoutMap(library(`@jspsych/plugin-${name}`, 'dist/index.browser.min.js').path),
    );
  await writeFile(join(dir, 'LICENSES.txt'), await licences(root, version));
  await writeFile(join(dir, 'LICENSE.txt'), await readFile(join(root, 'LICENSE')));
  for (const mode of ['player', 'questionnaire', 'jatos-adapter'])
    await runVite(root, dir, '--config', 'study-player.config.mts', '--mode', mode);
  writeAtomic(ledger, JSON.stringify({ inputs }), 0o644);
  return true;
}
