import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SignInMethod } from '../../contracts/authentication/sign-ins';

const root = resolve(__dirname, '../..');
const security = readFileSync(join(root, 'docs/security.md'), 'utf8');

interface Line {
  numbers: string[];
  state: string;
  files: string[];
}

/**
 * Reads the rows of the ASVS tables of a page. Their columns: the requirement numbers, what is
 * required, the state, what this product does, and the files that show it.
 */
const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .filter((line) => /^\| \d+\.\d+\.\d+/.test(line))
    .map((line) => {
      const [numbers = '', , state = '', , shown = ''] = line
        .slice(1)
        .split('|')
        .map((cell) => cell.trim());
      return {
        numbers: numbers.split(', '),
        state,
        files: [...shown.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
      };
    });

/** Paths are under `test/` unless they begin with another folder. */
const pathOf = (file: string) =>
  join(root, /^(server|web|workers|contracts)\//.test(file) ? file : join('test', file));

/** Finds the test titles in a file that begin with requirement numbers. */
const titlesOf = (source: string): string[] =>
  [...source.matchAll(/(['"`])(\[\d+\.\d+\.\d+\](?:(?!\1).)*)\1/g)].map(
    ([, , title = '']) => title,
  );

/**
 * @returns the faults of a line of a table: each of its requirement numbers must be in the title of
 * a test in a file that the line names
 */
function faultsOf(
  { numbers, state, files }: Line,
  read: (file: string) => string | undefined,
): string[] {
  const sources = files.map((file) => ({ file, source: read(file) }));
  const missing = sources.filter(({ source }) => source === undefined);
  const shownIn = (source: string | undefined, number: string) =>
    source !== undefined && titlesOf(source).some((title) => title.includes(`[${number}]`));
  return [
    ...missing.map(({ file }) => `${numbers.join(', ')} names ${file}, which is no file`),
    ...(state === 'met' && files.length === 0
      ? [`${numbers.join(', ')} is met without a test`]
      : []),
    ...(files.length > 0 ? numbers : [])
      .filter((number) => !sources.some(({ source }) => shownIn(source, number)))
      .map((number) => `no test named beside it has [${number}] in its title`),
    ...sources
      .filter(({ source }) => source !== undefined)
      .filter(({ source }) => !numbers.some((number) => shownIn(source, number)))
      .map(({ file }) => `${file} has none of ${numbers.join(', ')} in a title`),
  ];
}

const read = (file: string) =>
  existsSync(pathOf(file)) ? readFileSync(pathOf(file), 'utf8') : undefined;

describe('docs/privacy.md', () => {
  const privacy = readFileSync(join(root, 'docs/privacy.md'), 'utf8');
  const named = (text: string) =>
    [...text.matchAll(/`(integration\/[^`]+)`/g)].map(([, file = '']) => file);

  it('names a test for each line of its tables, and only tests that exist', () => {
    const lines = privacy.split('\n').filter((line) => /^\| (?!---|Level |Who )/.test(line));
    expect(lines.length).toBeGreaterThan(15);
    expect(lines.filter((line) => !line.startsWith('|---') && named(line).length === 0)).toEqual(
      [],
    );
    expect(named(privacy).filter((file) => read(file) === undefined)).toEqual([]);
  });
});

describe('ASVS tables in docs/security.md', () => {
  const lines = linesOf(security);

  it('have one line for every requirement', () => {
    const numbers = lines.flatMap((line) => line.numbers);
    expect(numbers.length).toBeGreaterThan(60);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(new Set(lines.map(({ state }) => state))).toEqual(
      new Set(['met', 'in part', 'gap', 'n/a']),
    );
  });

  it('name for each number a test with that number in its title', () => {
    expect(lines.flatMap((line) => faultsOf(line, read))).toEqual([]);
  });

  it.each<[string, string, string | undefined, string]>([
    ['a test that is gone', '`gone.spec.ts`', undefined, 'no file'],
    ['a test without the number', '`a.spec.ts`', `it('[1.2.30] holds')`, '[1.2.3] in its title'],
    ['a number in a comment only', '`a.spec.ts`', `// [1.2.3]`, '[1.2.3] in its title'],
    ['no test', 'by absence', '', 'without a test'],
  ])('are refused when a line with the state "met" names %s', (_, shown, source, fault) => {
    const [line] = linesOf(`| 1.2.3 | asked | met | here | ${shown} |`);
    expect(line && faultsOf(line, () => source).join()).toContain(fault);
    expect(line && faultsOf({ ...line, files: ['a'] }, () => `it('[1.2.3] holds')`)).toEqual([]);
  });

  it('[6.1.3] include a table with every sign-in method of the contract', () => {
    const ways = security.slice(security.indexOf('| Way in |'), security.indexOf('## Limits'));
    const words = { password: 'password', ssoready: 'SAML 2.0' } as Record<string, string>;
    for (const method of SignInMethod.options)
      expect(ways.toLowerCase()).toContain((words[method] ?? method).toLowerCase());
  });
});
