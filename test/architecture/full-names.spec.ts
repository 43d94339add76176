import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const folders = ['contracts', 'server', 'workers', 'web/src', 'scripts'];

/** Code that joins first and last name, which leaves a stray blank for a person with one name. */
const joined =
  /first_name\s*(?:\}|\|\||\+)[^,;:()=]{0,24}last_name|\[\s*[\w.]*first_name,\s*[\w.]*last_name\s*\]\s*(?:\.filter\([^)]*\)\s*)?\.join/;
/** The only file that may join first and last name. */
const joining = ['contracts/base/full-name.rule.ts'];

const sources = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.spec)\.(?:tsx?|mjs)$/.test(file) && !file.includes('node_modules'))
    .map((file) => `${folder}/${file}`),
);

describe('full name in the source code', () => {
  it.each([
    '`${first_name} ${last_name}`',
    '{person.first_name} {person.last_name}',
    "p.first_name || ' ' || p.last_name",
    "a.first_name + ' ' + a.last_name",
    "[who.first_name, who.last_name].filter(Boolean).join(' ')",
  ])('joined as in %s is detected', (text) => expect(text).toMatch(joined));

  it('is joined by one function only', () => {
    expect(sources.length).toBeGreaterThan(1500);
    const found = sources.filter((file) => joined.test(readFileSync(join(root, file), 'utf8')));
    expect(found).toEqual(joining);
  });
});
