/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { blanksIn } from '../../../../../../contracts/base/blanks';
import { limits } from '../../../../../../contracts/base/limits';
import { NewConsent } from '../../../../../../contracts/consents';
import german from '../../../../../../locales/de/consent-templates.json';
import english from '../../../../../../locales/en/consent-templates.json';

describe.each(['online', 'lab', 'sensitive'] as const)('The template %s', (kind) => {
  it.each([
    ['English', english],
    ['German', german],
  ])('in %s is for adults, says how to stop and whom to ask, and fits', (_, texts) => {
    const { text } = texts[kind];
    expect(text).toMatch(/18/);
    expect(text).toMatch(/at any time|jederzeit/);
    expect(text).toMatch(/# (Questions and complaints|Fragen und Beschwerden)/);
    expect(text.length).toBeLessThan(limits.consentMarkdown);
  });

  it('is refused until every marked blank is filled in', () => {
    const { title, text } = english[kind];
    const form = (body_markdown: string) => NewConsent.safeParse({ title, body_markdown });
    expect(form(text).error?.issues.map(({ message }) => message)).toEqual(['blanks_left']);
    const blanks = blanksIn(text);
    expect(blanks.length).toBeGreaterThan(10);
    const filled = text.replaceAll(/\[\[[^[\]]*\]\]/g, 'something');
    expect(form(filled).success).toBe(true);
    const last = blanks.at(-1);
    const oneLeft = `${filled}\n\n[[${last?.hint ?? ''}]]`;
    expect(form(oneLeft).success).toBe(false);
  });

  it('has the same parts and blanks in both languages', () => {
    const parts = (text: string) => text.match(/^# /gm)?.length;
    expect(parts(german[kind].text)).toBe(parts(english[kind].text));
    expect(blanksIn(german[kind].text)).toHaveLength(blanksIn(english[kind].text).length);
  });
});
