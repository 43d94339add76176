import { placeholdersIn } from '../base/blanks';
import { NewConsent } from './consents';

const form = (body_markdown: string, title = 'Consent') =>
  NewConsent.safeParse({ title, body_markdown });
const codes = (answer: ReturnType<typeof form>) =>
  answer.error?.issues.map(({ path, message }) => [path.join('.'), message]);

describe('the text of a consent form', () => {
  it('cannot be published while it has unfilled blanks of a template', () => {
    expect(codes(form('# What\n\n[[What you want to find out]]'))).toEqual([
      ['body_markdown', 'blanks_left'],
    ]);
    expect(codes(form('We watch you.', 'Consent to [[study]]'))).toEqual([
      ['title', 'blanks_left'],
    ]);
    expect(form('We want to find out [how](https://a.test) people read.').success).toBe(true);
  });

  it('lists its blanks with their position and hint', () => {
    const text = 'We are [[who you are]]. See [a link](x), [[ ]] and [[where]].';
    const found = placeholdersIn(text);
    expect(found.map(({ hint }) => hint)).toEqual(['who you are', ' ', 'where']);
    for (const { at, length, hint } of found)
      expect(text.slice(at, at + length)).toBe(`[[${hint}]]`);
    expect(placeholdersIn('a[0] = [[1, 2], [3]]')).toEqual([]);
  });
});
