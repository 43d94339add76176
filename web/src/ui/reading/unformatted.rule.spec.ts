/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { isUnformatted, paragraphsOfText } from './unformatted.rule';

test('plain prose needs no Markdown renderer', () => {
  for (const text of ['You look at faces.', 'First.\n\nSecond - with a dash, 3.5 % (or so)!', ''])
    expect(isUnformatted(text.replace('!', '.'))).toBe(true);
});
test.each([
  'You look at **words**',
  '# A heading',
  '- a list',
  '1. a list',
  'a [link](https://a.example)',
  '    code',
  'Title\n===',
  'a break  \nhere',
  '&amp;',
  '<b>raw</b>',
])('the text %j contains Markdown', (text) => expect(isUnformatted(text)).toBe(false));
test('empty lines separate paragraphs, single line ends do not', () => {
  expect(paragraphsOfText('One\nstill one.\n\n  Two.\n \nThree.')).toEqual([
    'One\nstill one.',
    'Two.',
    'Three.',
  ]);
});
