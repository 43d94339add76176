import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import type { NewConsent } from '../../contracts/studies/consents';
import type { NewStudy } from '../../contracts/studies/studies';
import { copies } from '../study-files/libraries/copies.generated';
import { libraryFile, librariesPath } from '../study-files/libraries/library-files';

/**
 * A study that runs in the participant's browser on this server: a Stroop task with sixteen words.
 */
export const demoHostedStudy: z.output<typeof NewStudy> = {
  title: 'The colour of words',
  description:
    'You see words in colours and press the key of the colour, whatever the word says. ' +
    'It runs here, in your browser, and takes two minutes.',
  duration_minutes: 2,
  offers_credit: true,
  // At this privacy level the researcher sees events of a run immediately; at the other levels,
  // only after the day is over.
  privacy_level: 'roster_on_start',
  reward: { amount: 100, currency: 'EUR' },
  // Each right answer pays two cents.
  payment_terms: { how: 'bank transfer', within_days: 14, by_answers: { most: 32 } },
  additional_notes: 'You need a keyboard.',
};

export const demoHostedConsent: z.output<typeof NewConsent> = {
  title: 'Consent to take part in the study on the colour of words',
  body_markdown: `## What this is about

You press keys for the colours of words, for about **two minutes**. How fast you press is measured.

## What happens with your answers

Each answer is stored under a pseudonym as you give it. The researcher sees your name once you have **started** the study.

## Your rights

Taking part is voluntary. You can stop at any time, without giving a reason.

## Questions

Write a message on this site, or to the researcher, Robin Researcher, Demo University.
`,
};

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>The colour of words</title>
    <link rel="stylesheet" href="jspsych.css" />
    <script src="jspsych.js"></script>
    <script src="html-keyboard-response.js"></script>
  </head>
  <body></body>
  <script src="study.js"></script>
</html>
`;

const study = `const colours = [
  { name: 'red', key: 'r', shown: '#c92a2a' },
  { name: 'green', key: 'g', shown: '#2b8a3e' },
  { name: 'blue', key: 'b', shown: '#1864ab' },
  { name: 'orange', key: 'o', shown: '#d9480f' },
];
const keys = colours.map(({ key }) => key);
const jsPsych = initJsPsych();

const words = colours.flatMap((word) =>
  colours.map((colour) => ({ word: word.name, colour: colour.name, key: colour.key, shown: colour.shown })),
);
const trials = jsPsych.randomization.shuffle(words).map(({ word, colour, key, shown }) => ({
  type: jsPsychHtmlKeyboardResponse,
  stimulus: '<p style="font-size: 48px; font-weight: 600; color: ' + shown + '">' + word + '</p>',
  prompt: '<p style="color: #666">R red · G green · B blue · O orange</p>',
  choices: keys,
  post_trial_gap: 250,
  data: { part: 'word', word, colour, congruent: word === colour },
  on_finish: (data) => {
    data.correct = data.response === key;
  },
}));

jsPsych.run([
  {
    type: jsPsychHtmlKeyboardResponse,
    stimulus:
      '<h1>The colour of words</h1>' +
      '<p>Press the key of the <b>colour</b> in which a word is written:<br />' +
      '<b>R</b> for red, <b>G</b> for green, <b>B</b> for blue, <b>O</b> for orange.</p>' +
      '<p>Press the space bar to begin.</p>',
    choices: [' '],
    data: { part: 'instructions' },
  },
  ...trials,
]);
`;

/** The number of records that the trials of one run create. */
export const demoRecordsPerRun = 17;

/**
 * Reads a file of jsPsych or of one of its plugins, in the newest version that this server provides
 * for studies.
 */
function copied(name: string, file: string): Promise<Uint8Array> {
  const newest = Object.keys(copies).find((key) => key.startsWith(`${name}@`));
  const found = libraryFile(`${librariesPath}${newest}/${file}`);
  if (!found) throw new Error(`There is no copy of ${file} of ${name}`);
  return readFile(found.file);
}

/** Returns the files of the study by path, including jsPsych and its plugin. */
export async function readDemoStudyFiles(): Promise<Record<string, Uint8Array>> {
  const text = (words: string) => new TextEncoder().encode(words);
  return {
    'index.html': text(page),
    'study.js': text(study),
    'jspsych.js': await copied('jspsych', 'dist/index.browser.min.js'),
    'jspsych.css': await copied('jspsych', 'css/jspsych.css'),
    'html-keyboard-response.js': await copied(
      '@jspsych/plugin-html-keyboard-response',
      'dist/index.browser.min.js',
    ),
  };
}
