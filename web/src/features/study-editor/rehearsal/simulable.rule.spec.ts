import { rehearsalSupportOf } from './simulable.rule';

const jspsych = (version: string | null) => [{ name: 'jspsych', version }];

test.each([
  ['jspsych_8', jspsych('8.3.0'), 'yes'],
  ['jspsych_7', jspsych('7'), 'yes'],
  ['jspsych_6', jspsych('6.3.1'), 'no'],
  ['jspsych', jspsych(null), 'unsure'],
  ['jatos', jspsych('7.3.4'), 'yes'],
  ['jatos', jspsych('6.3.1'), 'no'],
  ['jatos', [], 'unsure'],
  ['lab_js', [], 'no'],
  ['psychojs', [], 'no'],
  ['plain', [], 'unsure'],
] as const)(
  'whether jsPsych can simulate a study of kind %s with the libraries %j: %s',
  (kind, libraries, expected) => {
    expect(rehearsalSupportOf({ kind, libraries: [...libraries] })).toBe(expected);
  },
);
