/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { plainText } from './plain-text.rule';

test.each([
  ['# Title\n\nSome **bold** and *soft* words', 'Title Some bold and soft words'],
  ['- one\n- two\n1. three', 'one two three'],
  ['See [the page](https://example.org) or `code`', 'See the page or code'],
  ['5 * 3 * 2 and a_b_c stay', '5 * 3 * 2 and a_b_c stay'],
])('the Markdown %j is shown as %j', (markdown, words) => expect(plainText(markdown)).toBe(words));
