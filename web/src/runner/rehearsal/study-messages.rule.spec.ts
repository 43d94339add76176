import type { FrameMessage } from '../messages';
import { responseTimeOf, studyCodeErrorIn } from './study-messages.rule';

const event = (data: unknown): FrameMessage => ({
  type: 'record',
  kind: 'event',
  data: typeof data === 'string' ? data : JSON.stringify(data),
});

test.each([
  [
    { type: 'error', message: 'x', file: 'a.js', line: 3 },
    { message: 'x', file: 'a.js', line: 3 },
  ],
  [
    { type: 'error', message: 'Script error.', file: '' },
    { message: 'Script error.', file: null, line: null },
  ],
  [{ type: 'blur', at: 3 }, null],
  [{ type: 'error', message: 4 }, null],
  ['{', null],
  ['null', null],
])('the rehearsal finds an error of the study’s code, or none, in %j', (said, told) => {
  expect(studyCodeErrorIn(event(said))).toEqual(told);
});

test.each([
  ['{"rt":412.5}', 412.5],
  ['{"rt":null}', null],
  ['{"rt":"412"}', null],
  ['{"rt":-1}', null],
  ['[1]', null],
  ['rt', null],
])('the rehearsal finds the time of the response, or none, in %s', (trial, ms) => {
  expect(responseTimeOf(trial)).toBe(ms);
});
