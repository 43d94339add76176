import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { startPostgres, type Postgres } from '../../scripts/lib/engines/postgres.mjs';

const root = resolve(__dirname, '../..');

const tables = `
  CREATE ROLE commonlab_app;
  CREATE SCHEMA lab;
  CREATE TABLE lab.study (
    id uuid PRIMARY KEY, title text NOT NULL, note text, seats int NOT NULL, number bigint NOT NULL,
    state text NOT NULL CHECK (state IN ('draft', 'ready')), made_at timestamptz NOT NULL, facts jsonb NOT NULL);
  CREATE TABLE lab.room (id uuid PRIMARY KEY, study_id uuid NOT NULL, name text NOT NULL);
  CREATE TABLE lab.secret (id uuid PRIMARY KEY);
  CREATE VIEW lab.place AS SELECT s.id, s.note, r.name FROM lab.study s LEFT JOIN lab.room r ON r.study_id = s.id;
  GRANT USAGE ON SCHEMA lab TO commonlab_app;
  GRANT SELECT, INSERT, UPDATE, DELETE ON lab.study, lab.room, lab.place TO commonlab_app`;

/** Files that the files of the test cases import, such as the functions that send a statement. */
const ground = {
  'tsconfig.json': JSON.stringify({
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: { module: 'nodenext', moduleResolution: 'nodenext', types: ['node'] },
    include: ['server', 'workers'],
  }),
  'server/platform/db/unit-of-work.ts': `
    export declare class Transaction {
      query<Row>(sql: string, parameters?: unknown[]): Promise<Row[]>;
    }`,
  'server/platform/db/prepared.ts': `
    export declare const prepared: <Row extends object>(name: string, text: string) =>
      (on: unknown, values: unknown[]) => Promise<Row[]>;`,
  'server/platform/db/snapshot.ts': `
    export declare class Snapshot {
      pages<Row>(sql: string, parameters?: unknown[]): AsyncGenerator<Row[]>;
    }`,
  'workers/none.ts': 'export {};\n',
};

/** Writes a file with a function that sends a statement; the statement begins at line 3. */
const sent = (lines: string, parameters = 'id: string') =>
  [
    `import type { Transaction } from './platform/db/unit-of-work';`,
    `export async function planted(tx: Transaction, ${parameters}) {`,
    lines,
    '}',
    '',
  ].join('\n');

const planted: Record<string, string> = {
  'right.ts': sent(
    `  const rows = await tx.query<{ id: string; title: string; note: string | null; seats: number;
      number: string; state: 'draft' | 'ready'; made_at: Date; facts: { a: number }; free: boolean }>(
      \`SELECT *, seats > $2 AS free FROM lab.study WHERE id = $1 AND made_at < $3\`, [id, 3, new Date()]);
    return rows[0];`,
  ),
  'renamed-column.ts': sent('  await tx.query(`SELECT titel FROM lab.study WHERE id = $1`, [id]);'),
  'renamed-table.ts': sent('  await tx.query(`DELETE FROM lab.studies WHERE id = $1`, [id]);'),
  'parameter.ts': sent(
    '  await tx.query(`UPDATE lab.study SET seats = $2 WHERE id = $1`, [id, id]);',
  ),
  'parameter-null.ts': sent(
    '  await tx.query(`UPDATE lab.study SET note = $2, title = $2 WHERE id = $1`, [id, title]);',
    'id: string, title: string | null',
  ),
  'parameter-count.ts': sent('  await tx.query(`SELECT 1 FROM lab.study WHERE id = $1`, [id, 1]);'),
  'parameter-unknown.ts': sent(
    '  await tx.query(`SELECT 1 FROM lab.study WHERE id = $1`, [id]);',
    'id: unknown',
  ),
  'row.ts': sent('  return tx.query<{ number: number }>(`SELECT number FROM lab.study`);'),
  'superfluous.ts': sent(
    '  return tx.query<{ id: string; title: string }>(`SELECT id FROM lab.study`);',
  ),
  'missing.ts': sent('  return tx.query<{ id: string }>(`SELECT id, title FROM lab.study`);'),
  'null.ts': sent('  return tx.query<{ note: string }>(`SELECT note FROM lab.study`);'),
  'not-null.ts': sent(
    '  return tx.query<{ note: string }>(`SELECT note FROM lab.study WHERE note IS NOT NULL`);',
  ),
  'outer-join.ts': sent(
    `  return tx.query<{ id: string; name: string }>(
    \`SELECT s.id, r.name FROM lab.study s LEFT JOIN lab.room r ON r.study_id = s.id\`);`,
  ),
  'view.ts': sent('  return tx.query<{ name: string }>(`SELECT name FROM lab.place`);'),
  'state.ts': sent(
    "  return tx.query<{ state: 'draft' | 'live' }>(`SELECT state FROM lab.study`);",
  ),
  'privilege.ts': sent('  await tx.query(`SELECT 1 FROM lab.secret WHERE id = $1`, [id]);'),
  'parts.ts': `export const columns = ['id', 'titel'].map((name) => \`s.\${name}\`).join(', ');
export const fromTable = (table: string) => \`FROM lab.\${table} s\`;
`,
  'put-together.ts': `import { columns, fromTable } from './parts';\n${sent(
    "  await tx.query(`SELECT ${columns} ${fromTable('study')}`);",
  )}`,
  'either.ts': sent(
    "  await tx.query(`SELECT id FROM lab.study ORDER BY ${byTitle ? 'titel' : 'id'}`);",
    'byTitle: boolean',
  ),
  'caller.ts': `${sent('  await tx.query(`SELECT ${column} FROM lab.study`);', 'column: string')}
export const asks = (tx: Transaction) => planted(tx, 'titel');
`,
  'changed.ts': `import type { DataSource } from 'typeorm';
export async function planted(source: DataSource, id: string): Promise<{ id: string }[]> {
  const rows: { id: string }[] = await source.query(\`DELETE FROM lab.study WHERE id = $1 RETURNING id\`, [id]);
  return rows;
}
`,
  'within.ts': sent(
    '  await tx.query(`WITH gone AS (DELETE FROM lab.room WHERE study_id = $1 RETURNING nam) SELECT 1 FROM gone`, [id]);',
  ),
  'returning.ts': sent(
    '  return tx.query<{ seats: string }>(`UPDATE lab.study SET seats = 1 WHERE id = $1 RETURNING seats`, [id]);',
  ),
  'list.ts': sent('  await tx.query(`SELECT 1 FROM lab.study WHERE id = ANY ($1::uuid[])`, [id]);'),
  'json-list.ts': sent(
    '  await tx.query(`UPDATE lab.study SET facts = $2 WHERE id = $1`, [id, [1]]);',
  ),
  'pages.ts': `import type { Snapshot } from './platform/db/snapshot';
export async function planted(snapshot: Snapshot) {
  for await (const page of snapshot.pages<{ seats: string }>(\`SELECT seats FROM lab.study\`, [])) void page;
}
`,
  'prepared.ts': `import { prepared } from './platform/db/prepared';
const read = prepared<{ seats: number }>('seats', 'SELECT seats FROM lab.study WHERE id = $1');
export const planted = (on: unknown) => read(on, [1]);
`,
  'run-time.ts': sent(
    '  await tx.query(`SELECT 1 FROM lab.study WHERE ${condition}`);',
    'condition: string',
  ),
  'listed.ts': sent(
    '  await tx.query(`SELECT 1 FROM lab.study WHERE ${condition}`);',
    'condition: string',
  ),
  'other-way.ts': `export const planted = (on: { query(sql: string): void }) => on.query('SELECT 1');\n`,
};

let project: string;
let postgres: Postgres;
let lines: string[];

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'commonlab-sql-types-'));
  const listed = {
    'server/listed.ts planted': 'a condition that the test makes',
    'server/right.ts planted': 'an entry without need',
  };
  const files = {
    ...ground,
    ...Object.fromEntries(Object.entries(planted).map(([name, text]) => [`server/${name}`, text])),
    'scripts/gates/sql-types/unresolved.json': JSON.stringify(listed),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
  postgres = await startPostgres();
  const client = new Client({ connectionString: postgres.ownerUrl('postgres') });
  await client.connect();
  await client.query(tables);
  await client.end();
  const { code, output } = await promisify(execFile)(
    process.execPath,
    ['scripts/gates/sql-types.mjs', project],
    { cwd: root, env: { ...process.env, SQL_TYPES_DATABASE_URL: postgres.ownerUrl('postgres') } },
  ).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: unknown) => {
      const failed = error as { code: number; stdout: string };
      return { code: failed.code, output: failed.stdout };
    },
  );
  expect(code).toBe(1);
  lines = output.trim().split('\n');
});
afterAll(async () => {
  await postgres.stop();
  rmSync(project, { recursive: true });
});

/** Returns what the check reports about a file: line, column and sentence of each fault. */
const said = (file: string) =>
  lines.flatMap((line) =>
    line.startsWith(`server/${file}:`) ? [line.slice(`server/${file}:`.length)] : [],
  );

describe('gate for SQL types', () => {
  it.each(['right.ts', 'not-null.ts', 'listed.ts'])('accepts %s', (file) => {
    expect(said(file)).toEqual([]);
  });

  it.each([
    ['renamed-column.ts', '3:26 column "titel" does not exist'],
    ['renamed-table.ts', '3:31 relation "lab.studies" does not exist'],
    ['parameter.ts', '3:72 $2 is int4, the value is string'],
    ['parameter-null.ts', '3:83 $2 can be null, lab.study.title cannot'],
    ['parameter-count.ts', '3:59 the statement has 1 parameters, 2 are given'],
    ['parameter-unknown.ts', '3:60 $1 is uuid, the value is unknown'],
    ['row.ts', '3:10 column `number` is int8, the row type says number'],
    ['superfluous.ts', '3:10 the row type has a field `title`, the statement has no such column'],
    ['missing.ts', '3:10 the statement has a column `title`, the row type has not'],
    ['null.ts', '3:10 column `note` (lab.study.note) can be null, the row type says it cannot'],
    [
      'outer-join.ts',
      '3:10 column `name` (lab.room.name) is null where the outer join finds no row',
    ],
    ['view.ts', '3:10 column `name` (lab.room.name) is null where the outer join finds no row'],
    ['state.ts', "3:10 column `state` (lab.study.state) is never 'live'"],
    ['privilege.ts', '3:18 permission denied for table secret (as commonlab_app)'],
    ['put-together.ts', '4:18 column s.titel does not exist'],
    ['either.ts', '3:18 column "titel" does not exist'],
    ['caller.ts', '3:18 column "titel" does not exist'],
    [
      'changed.ts',
      '3:40 TypeORM answers an UPDATE or DELETE with [rows, count], the type says rows',
    ],
    ['within.ts', '3:84 column "nam" does not exist'],
    ['returning.ts', '3:10 column `seats` is int4, the row type says string'],
    ['list.ts', '3:74 $1 is uuid[], the value is string'],
    ['json-list.ts', '3:72 $2 is jsonb, the value is number[]'],
    ['pages.ts', '3:28 column `seats` is int4, the row type says string'],
    ['prepared.ts', '3:51 $1 is uuid, the value is 1'],
    [
      'other-way.ts',
      '1:62 sends a text in a way that scripts/gates/sql-types/sent-statements.mjs does not know',
    ],
  ])('refuses %s: %s', (file, sentence) => {
    expect(said(file)).toEqual([sentence]);
  });

  it('refuses a statement whose text is not constant, unless it is listed', () => {
    expect(said('run-time.ts')).toEqual([
      expect.stringMatching(
        /^3:18 the text of the statement is not constant: .*list `server\/run-time\.ts planted` in /,
      ),
    ]);
  });

  it('refuses an entry in the list of exceptions that no statement needs', () => {
    expect(lines).toContain(
      'scripts/gates/sql-types/unresolved.json lists `server/right.ts planted` without need',
    );
  });
});
