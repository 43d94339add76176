import { exportName } from './export-name.rule';

const day = new Date('2026-11-26T23:59:00Z');

test.each([
  ['Stroop', 'stroop'],
  ['The colour of words: a Stroop task', 'the-colour-of-words-a-stroop-task'],
  ['Farbwörter & Töne', 'farbwörter-töne'],
  ['../../etc/passwd', 'etc-passwd'],
  ['C:\\con.exe "x" %00', 'c-con-exe-x-00'],
  ['言葉の色', '言葉の色'],
  ['…', 'study'],
  [`${'x'.repeat(59)} and more`, 'x'.repeat(59)],
])('exportName names the export of %j after the study', (title, name) => {
  expect(exportName(title, 'bids', day)).toBe(`${name}-bids-2026-11-26.zip`);
});

test('the file name of an export contains its format', () => {
  expect(exportName('Stroop', 'psych-ds', day)).toBe('stroop-psych-ds-2026-11-26.zip');
});
