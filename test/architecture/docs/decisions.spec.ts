import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
const mostPages = 40;
const mostWords = 400;
const folder = join(root, 'docs/decisions');
const pages = readdirSync(folder);
const read = (page: string) => readFileSync(join(folder, page), 'utf8');
const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean).length;

/** Finds the faults of a decision page. */
function faultsOf(name: string, text: string): string[] {
  return [
    ...(/^[a-z]+(-[a-z]+)*\.md$/.test(name) ? [] : ['is not named by its topic']),
    ...(wordsOf(text) > mostWords ? [`has ${wordsOf(text)} words`] : []),
    ...['Background', 'Decision', 'Consequences']
      .filter((part) => !text.includes(`\n**${part}`))
      .map((part) => `has no ${part}`),
  ];
}

const comment = /^\s*(\/\/|\/?\*|#|--)/;
const oldNumber = /\bdecisions?\/0\d{3}|\bdecisions? 0\d{3}\b/i;
const bareNumber = /\(0[01]\d\d(, 0[01]\d\d)*\)/;

/** Finds the citations in a file whose decision page does not exist. */
const deadCitations = (file: string, text: string): string[] =>
  text.split('\n').flatMap((line, i) => {
    const unknown = [...line.matchAll(/\bdecisions\/([\w-]+\.md)/g)].some(
      ([, page = '']) => !pages.includes(page),
    );
    const old =
      oldNumber.test(line) ||
      ((file.endsWith('.md') || comment.test(line)) && bareNumber.test(line));
    return unknown || old ? [`${file}:${i + 1}`] : [];
  });

const sources = ['bench', 'contracts', 'docker', 'docs', 'locales', 'migrations', 'scripts'].concat(
  ['server', 'test', 'web', 'workers'],
);
const readable = /\.(ts|tsx|mts|mjs|cjs|js|json|md|sql|css|html|yml|conf|env)$/;

describe('pages of docs/decisions', () => {
  it(`are ${mostPages} at most, each about one topic and with ${mostWords} words at most`, () => {
    expect(pages.length).toBeLessThanOrEqual(mostPages);
    expect(pages.flatMap((page) => faultsOf(page, read(page)).map((f) => `${page} ${f}`))).toEqual(
      [],
    );
  });

  const whole = '# A\n\n**Background.** a\n\n**Decision.** b\n\n**Consequences.** c\n';
  it.each([
    ['a number in its name', '0001-outbox.md', whole, 'is not named by its topic'],
    ['too many words', 'outbox.md', `${whole}${'word '.repeat(400)}`, 'has 408 words'],
    ['no consequences', 'outbox.md', whole.replace('Consequences', 'Notes'), 'has no Consequences'],
  ])('are refused with %s', (_, name, text, fault) => {
    expect(faultsOf(name, text)).toEqual([fault]);
    expect(faultsOf('outbox.md', whole)).toEqual([]);
  });
});

describe('citation of a decision', () => {
  it('names a page that exists, in every file of the repository', () => {
    const files = [
      ...readdirSync(root).filter((name) => readable.test(name)),
      ...sources.flatMap((source) =>
        readdirSync(join(root, source), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && readable.test(entry.name))
          .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
      ),
    ].filter((file) => !file.includes('node_modules/') && file !== 'package-lock.json');
    expect(files.length).toBeGreaterThan(2_000);
    expect(
      files.flatMap((file) => deadCitations(file, readFileSync(join(root, file), 'utf8'))),
    ).toEqual([]);
  });

  const number = '0024';
  it.each([
    ['a page that does not exist', `docs/decisions/${'guards'}.md`],
    ['a former file', `docs/decisions/${number}-access-in-the-contract.md`],
    ['a former number with its folder', `docs/decisions/${number}`],
    ['a former number', `decision ${number}`],
    ['a former number at a beginning', `Decision ${number}: the server`],
    ['a number alone', `as the guard does (${number}).`],
    ['two numbers alone', `as the guard does (${number}, 0102).`],
  ])('is refused when it is %s', (_, cited) => {
    expect(deadCitations('a.ts', `/* Access (docs/decisions/${'api-contract'}.md) */`)).toEqual([]);
    expect(deadCitations('a.ts', ` * See ${cited}`)).toEqual(['a.ts:1']);
  });

  it('is not confused with a four-digit number in code', () => {
    expect(deadCitations('a.ts', 'const years = since(0024);')).toEqual([]);
  });
});

describe('pages to read first', () => {
  it('are the five that docs/architecture.md names, and have 12,000 words at most in all', () => {
    const architecture = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
    const [, list = ''] = /## Read these five\n([\s\S]*?)\n## /.exec(architecture) ?? [];
    const named = [...list.matchAll(/^\d\. \[[^\]]*\]\(([^)]+)\)/gm)].map(([, link = '']) => link);
    expect(named).toEqual([
      ...['../README.md', 'architecture.md', '../CONTRIBUTING.md'],
      ...['adding-a-capability.md', 'domain.md'],
    ]);
    const words = named.map((link) => wordsOf(readFileSync(join(root, 'docs', link), 'utf8')));
    expect(words.reduce((a, b) => a + b)).toBeLessThanOrEqual(12_000);
  });
});
