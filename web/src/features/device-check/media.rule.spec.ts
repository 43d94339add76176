/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { mediaFaultOf, speechThreshold, soundLevelOf } from './media.rule';

test.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'absent'],
  ['OverconstrainedError', 'absent'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
  ['TypeError', 'failed'],
])('the error %s is reported as %s', (name, fault) => {
  expect(mediaFaultOf(new DOMException('', name))).toBe(fault);
});
test('an unknown error of a camera or microphone is reported as a general failure', () =>
  expect(mediaFaultOf('no')).toBe('failed'));

const tone = (peak: number) => Array.from({ length: 1024 }, (_, i) => peak * Math.sin(i / 5));
test('silence and hiss are below the threshold, a quiet voice is above it, and loud sound stays within the meter', () => {
  expect(soundLevelOf([])).toBe(0);
  expect(soundLevelOf(tone(0))).toBe(0);
  expect(soundLevelOf(tone(0.01))).toBeLessThan(speechThreshold);
  expect(soundLevelOf(tone(0.05))).toBeGreaterThan(speechThreshold);
  expect(soundLevelOf(tone(1))).toBe(1);
});
