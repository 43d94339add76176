import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');

/**
 * Files whose statements both write and compare times with PostgreSQL's clock. In all other files,
 * times come from the clock of the program. Statements get the present time as a parameter, so that
 * they compare times of the same clock.
 */
const byThatOfPostgres = ['server/mail/mail-claims.ts', 'workers/handled-events-cleanup.ts'];

const clock = String.raw`(?:(?<!\.)\bnow\(\)|\b(?:clock|statement|transaction)_timestamp\(\)|\bCURRENT_(?:TIMESTAMP|DATE)\b|\bLOCALTIME)`;
const compared = [
  new RegExp(
    String.raw`(?:(?<!=)[<>]=?|\bBETWEEN\b|(?<![=<>!])=(?![=>]))\s*\(?${clock}\s*(?:[-+]\s*interval)?`,
  ),
  new RegExp(
    String.raw`${clock}(?:::\w+)?\s*(?:[-+]\s*(?:\$\d+\s*\*\s*)?interval\s*'[^']*'\s*)?\)?\s*[<>]`,
  ),
];
/**
 * Finds the lines that compare a time with PostgreSQL's clock. Ignores `SET at = now()`, which only
 * writes a time.
 */
const comparisons = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => !/^\s*(?:\*|\/\/|\/\*)/.test(line))
    .map((line) => line.replace(/(?:\bSET\b|,)\s*\w+\s*=\s*(?:now|clock_timestamp)\(\)/g, ''))
    .filter((line) => compared.some((pattern) => pattern.test(line)))
    .map((line) => line.trim());

describe('SQL statements that compare times', () => {
  it('use a time parameter, or PostgreSQL’s clock only in the listed files', () => {
    const files = ['server', 'workers'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /(?<!\.spec)\.ts$/.test(file))
        .map((file) => `${folder}/${file}`),
    );
    expect(files.length).toBeGreaterThan(500);
    const found = files.filter(
      (file) => comparisons(readFileSync(join(root, file), 'utf8')).length,
    );
    expect(found.sort()).toEqual(byThatOfPostgres);
  });

  it.each([
    'WHERE expires_at <= now()',
    'DELETE FROM a WHERE at < (now() - $1::interval)',
    "WHERE now() - interval '1 day' > at",
    'AND day = CURRENT_DATE',
    'WHERE at BETWEEN now() AND $1',
    'AND clock_timestamp() > m.due_at',
  ])('are detected to use PostgreSQL’s clock in %s', (line) =>
    expect(comparisons(line)).toEqual([line]),
  );

  it.each([
    'UPDATE a SET relayed_at = now() WHERE id = $1',
    'DO UPDATE SET names = EXCLUDED.names, updated_at = now()',
    "@Column('timestamptz', { default: () => 'now()' }) at!: Date;",
    'const later = () => now();',
    'WHERE expires_at <= $1',
    ' * Before now() comes > now().',
  ])('are not reported in %s', (line) => expect(comparisons(line)).toEqual([]));
});
