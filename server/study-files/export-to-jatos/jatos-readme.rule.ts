import type { Conditions } from '../../../contracts/study-files/conditions';
import type { JatosPagePlacement } from './placed-pages.rule';
import { maxComponents } from './study-pages.rule';

interface Said {
  placed: readonly JatosPagePlacement[];
  conditions: Conditions | null;
  paths: readonly string[];
}
const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');

/**
 * Writes the readme of an archive for JATOS: what it contains, the form of its data, and what does
 * not work there. It names no person.
 */
export function jatosReadme({ placed, conditions, paths }: Said): string {
  const components = placed.filter(({ isComponent }) => isComponent);
  // JATOS reads a plus sign in an address as a space, so it does not find files with a plus sign in
  // their path. The readme lists them.
  const lost = paths.filter((path) => path.includes('+'));
  return `${[
    '# This study in JATOS',
    'Import the archive in JATOS 3.9 or newer, as it is. Each page loads `jatos.js`, which JATOS serves, and ' +
      '`jatos-adapter.js` beside this file, which stores what the study records as result data. Nothing is ' +
      'loaded from Commonlab. The script’s licence is in `LICENSE.txt`. Where jsPsych came from a CDN, ' +
      'copies lie in `libraries`, with their licences.',
    '## Components',
    list(
      components.map(({ at, page }, i) =>
        at === page.path ? `${i + 1}: ${at}` : `${i + 1}: ${at}, made of ${page.path}`,
      ),
    ),
    ...(components.length >= maxComponents
      ? [
          `A study has at most ${maxComponents} components here. Pages beyond them are plain files, which ` +
            'store nothing in JATOS.',
        ]
      : []),
    '## Result data',
    'JSON Lines. A line without the key `commonlab` is a trial as the study made it. With that key:',
    list([
      '`amend`: the trial at the place `trial` (from 0, on its page) as it was at the end',
      '`text`: what the study sent as text, such as CSV',
      '`again`: a line that was under way when its page was left; it may stand before this one',
      '`event`: an error of the study’s code, a page that was left, the condition that was drawn, signs of a ' +
        'program that drives the browser; one that was no object is in `value`',
    ]),
    'Files are result files. A request whose answer got lost is sent again: a line may come twice, but none ' +
      'is missing. If JATOS refuses records for good, the run ends as not successful, with their number.',
    '## What is otherwise than in Commonlab',
    list([
      conditions
        ? 'Conditions: each run draws one by chance, in proportion to the shares. JATOS does not count them, ' +
          'so groups do not stay even. A line of the kind `event` tells which it was, also where ' +
          'researchers were blinded.'
        : 'Conditions: the study had none when this archive was made; `commonlab.condition` is null.',
      'Going on later: whoever loads a page again begins that component anew, as JATOS does.',
      'Participants are known to the study by the worker’s number in JATOS, not by a pseudonym.',
      'Microphone and camera work where JATOS is reached by https; they have no origin of their own.',
      'The study’s code is not confined: it runs in the origin of your JATOS, and reaches any host.',
      'What participants of a session share (`commonlab.shared`) is not there.',
      '`commonlab.stop()` ends the run as not successful; JATOS keeps its data.',
      'Consent form, eligibility, rewards, rehearsals and the report of timing stay in Commonlab.',
      ...(lost.length > 0
        ? [
            `JATOS cannot serve files with a plus sign in their name: ${lost.slice(0, 20).join(', ')}`,
          ]
        : []),
    ]),
  ].join('\n\n')}\n`;
}
