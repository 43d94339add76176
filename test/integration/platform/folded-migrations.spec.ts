/**
 * @engines one: uses no queue, so it runs with only one kind of queue (Redis or PostgreSQL)
 * @lane slow: fills the demo in
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { baselines, migrations, migrationsIn } from '../../../migrations/all';
import { foldedMigrations } from '../../../migrations/folded-migrations';
import { findSchemaDrift, migrateDatabase, runMigrationsWithRetry } from '../../../server/migrate';
import { connect, migrationOptions } from '../../../server/platform/db/database';
import { recordBaselineMigrations } from '../../../server/platform/db/record-baselines';
import { eventually } from '../../support/chance/wait';
import { cloneDatabase, type TestDatabases } from '../../support/engines/engines';
import { demoEnvironment, programEnvironment } from '../../support/app/programs';
import { runProgram, runProgramInWorker } from '../../support/app/run-program';

const folder = mkdtempSync(join(tmpdir(), 'commonlab-folded-'));
const opened: { end(): Promise<void> }[] = [];
const databases: TestDatabases[] = [];
/**
 * A database filled with the demo, at the last squashed migration. No connection is open, so it can
 * be cloned.
 */
let filled: TestDatabases;

async function rowsOf(engines: TestDatabases): Promise<Client> {
  const client = new Client({ connectionString: engines.migrationDatabaseUrl });
  await client.connect();
  opened.push(client);
  return client;
}
async function clone(of?: TestDatabases): Promise<TestDatabases> {
  const engines = await cloneDatabase(of);
  databases.push(engines);
  return engines;
}
async function fillDemo(engines: TestDatabases): Promise<void> {
  const { code, stderr } = await runProgramInWorker('seed', [], demoEnvironment(engines));
  if (code !== 0) throw new Error(stderr);
}
/** The migrations that are not squashed. */
const later = migrations.map(({ name }) => name).filter((name) => !baselines.includes(name));

beforeAll(async () => {
  filled = await clone();
  await fillDemo(filled);
  const source = await connect(migrationOptions(filled.migrationDatabaseUrl, [], migrations));
  for (const _ of later) await source.undoLastMigration();
  await source.destroy();
  const rows = await rowsOf(filled);
  await rows.query('DELETE FROM migration');
  await rows.query(
    `INSERT INTO migration (timestamp, name) SELECT right(name, 13)::bigint, name FROM unnest($1::text[]) AS name`,
    [foldedMigrations.names],
  );
  await rows.end();
}, 90_000); // the demo takes ten seconds on an idle machine
afterAll(async () => {
  await Promise.all(opened.map((client) => client.end()));
  await Promise.all(databases.map((database) => database.drop()));
  rmSync(folder, { recursive: true, force: true });
});

type Columns = ReadonlyMap<string, readonly string[]>;

async function columnsOf(rows: Client): Promise<Columns> {
  const tables = await rows.query<{ name: string; columns: string[] }>(
    `SELECT c.oid::regclass::text AS name, array_agg(quote_ident(a.attname) ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relkind = 'r' AND n.nspname IN ('identity', 'research', 'platform') GROUP BY c.oid ORDER BY 1`,
  );
  return new Map(tables.rows.map(({ name, columns }) => [name, columns]));
}

/**
 * Reads, for each table, the number of its rows, and a hash of their contents and physical places.
 * @param of the columns to compare; all by default
 */
async function contentOf(rows: Client, of?: Columns): Promise<Map<string, string>> {
  const content = new Map<string, string>();
  for (const [name, columns] of of ?? (await columnsOf(rows))) {
    const found = await rows.query<{ text: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(md5(t.ctid::text || ROW(${columns.map((one) => `t.${one}`).join(', ')})::text),
         '' ORDER BY ctid)), '') AS text FROM ${name} t`,
    );
    content.set(name, found.rows[0]?.text ?? '');
  }
  return content;
}
const namesIn = async (rows: Client) =>
  (await rows.query<{ name: string }>('SELECT name FROM migration ORDER BY id')).rows.map(
    ({ name }) => name,
  );
/** Counts the connections to this database that wait for a lock on the table of migrations. */
const waiting = async (rows: Client) =>
  (
    await rows.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND relation = 'migration'::regclass
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
  ).rows[0]?.n ?? 0;
const run = (engines: TestDatabases) =>
  migrateDatabase(engines.migrationDatabaseUrl, engines.databaseUrl);

describe('A filled database at the last squashed migration', () => {
  it('continues without a change of its rows when two servers start at the same time', async () => {
    const engines = await clone(filled);
    const rows = await rowsOf(engines);
    // Compares the present columns only, since later migrations may add others.
    const columns = await columnsOf(rows);
    const before = await contentOf(rows, columns);
    expect([...before.values()].filter((text) => !text.startsWith('0 ')).length).toBeGreaterThan(
      25,
    );
    const both = await Promise.all([run(engines), run(engines)]);
    expect(both.map(({ recorded }) => recorded).sort()).toEqual([false, true]);
    expect(await namesIn(rows)).toEqual([...foldedMigrations.names, ...baselines, ...later]);
    const after = await contentOf(rows, columns);
    expect([...before].filter(([table, content]) => after.get(table) !== content)).toEqual([]);
    expect(await findSchemaDrift(engines.migrationDatabaseUrl)).toEqual([]);
    expect(await run(engines)).toEqual({ ran: [], recorded: false });
    // The programs work with the database: filling in the demo again finds nothing to add.
    await fillDemo(engines);
    const content = await contentOf(rows, columns);
    for (const table of ['research.participation', 'research.run', 'research.agreement'])
      expect([table, content.get(table)]).toEqual([table, before.get(table)]);
  }, 30_000); // runs several programs one after the other

  it('records the baselines once when several connections try at the same time', async () => {
    const engines = await clone(filled);
    const source = await connect({
      ...migrationOptions(engines.migrationDatabaseUrl, [], []),
      poolSize: 4,
    } as Parameters<typeof connect>[0]);
    const of = { known: migrations.map(({ name }) => name), baselines, folded: foldedMigrations };
    try {
      const done = await Promise.all(
        Array.from({ length: 4 }, () => recordBaselineMigrations(source, of)),
      );
      expect(done.filter(Boolean)).toHaveLength(1);
      const rows = await rowsOf(engines);
      expect(await namesIn(rows)).toEqual([...foldedMigrations.names, ...baselines]);
    } finally {
      await source.destroy();
    }
  });

  it('records the baselines when the table of migrations was locked for longer than the lock timeout', async () => {
    const engines = await clone(filled);
    const [holder, observer] = [await rowsOf(engines), await rowsOf(engines)];
    await holder.query('BEGIN; LOCK TABLE migration IN ROW EXCLUSIVE MODE');
    const recording = run(engines);
    recording.catch(() => undefined); // asserted below
    await eventually(
      () => waiting(observer),
      (count) => count > 0,
    );
    await eventually(
      () => waiting(observer),
      (count) => count === 0,
    );
    await holder.query('COMMIT');
    expect(await recording).toMatchObject({ recorded: true });
  }, 30_000); // waits for the lock timeout, and until the next attempt

  it('starts on a recorded database while the table of migrations is locked', async () => {
    const engines = await clone(filled);
    await run(engines);
    const holder = await rowsOf(engines);
    await holder.query('BEGIN; LOCK TABLE migration IN ROW EXCLUSIVE MODE');
    expect(await run(engines)).toEqual({ ran: [], recorded: false });
    await holder.query('COMMIT');
  });

  it('continues when an operator tuned a table, and added a table and an index', async () => {
    const engines = await clone(filled);
    const rows = await rowsOf(engines);
    await rows.query('CREATE TABLE research.own_notes (id uuid PRIMARY KEY)');
    await rows.query('ALTER TABLE research.run SET (autovacuum_vacuum_scale_factor = 0.01)');
    await rows.query('CREATE INDEX own_index ON research.study (created_at)');
    await rows.query('CREATE UNIQUE INDEX own_unique ON research.study (created_at, id)');
    await rows.query('ALTER INDEX research.participation_once_a_session SET (fillfactor = 70)');
    await rows.query('DROP INDEX identity.account_name');
    await rows.query('CREATE ROLE folded_reader');
    try {
      await rows.query('GRANT SELECT ON research.study TO folded_reader');
      expect(await run(engines)).toMatchObject({ recorded: true });
    } finally {
      await rows.query('DROP OWNED BY folded_reader; DROP ROLE folded_reader');
    }
  });

  it('runs a migration that a later version adds', async () => {
    const engines = await clone(filled);
    await run(engines);
    writeFileSync(
      join(folder, '1999999999999-later.js'),
      `exports.Later1999999999999 = class Later1999999999999 {
        async up(db) { await db.query('ALTER TABLE research.study ADD COLUMN later integer'); }
        async down(db) { await db.query('ALTER TABLE research.study DROP COLUMN later'); }
      };`,
    );
    const all = [...migrations, ...migrationsIn(folder)];
    const source = await connect(migrationOptions(engines.migrationDatabaseUrl, [], all));
    const rows = await rowsOf(engines);
    try {
      expect(await runMigrationsWithRetry(source)).toEqual(['Later1999999999999']);
      await rows.query('SELECT later FROM research.study');
      await source.undoLastMigration();
      await expect(rows.query('SELECT later FROM research.study')).rejects.toThrow('later');
    } finally {
      await source.destroy();
    }
  });
});

describe('A database that this version does not continue with', () => {
  const [last = ''] = foldedMigrations.names.slice(-1);
  it.each<[string, string, string[], typeof runProgram?]>([
    [
      'at an earlier migration',
      `DELETE FROM migration WHERE name = '${last}'`,
      [
        'database_too_old: This database is at migration',
        `118 of the 119 that were squashed`,
        `Start commit ${foldedMigrations.commit} once`,
      ],
      runProgram,
    ],
    [
      'at a migration of a newer version',
      `INSERT INTO migration (timestamp, name) VALUES (1999999999999, 'Newer1999999999999')`,
      ['database_unknown:', 'does not have: Newer1999999999999.'],
    ],
    [
      'whose table was changed by hand',
      'ALTER TABLE research.study DROP COLUMN payment_terms CASCADE',
      ['database_differs:', 'research.study', 'research.study_profile'],
    ],
    [
      'whose unique index was dropped by hand',
      'DROP INDEX research.participation_once_a_session',
      ['database_differs:', 'left them: unique index research.participation_once_a_session.'],
    ],
    [
      'that keeps samples of addresses',
      'ALTER TABLE identity.account ALTER email SET STATISTICS -1',
      ['database_differs:', 'left them: unsampled column identity.account.email.'],
    ],
  ])(
    'is refused by the program %s, and is not changed',
    async (_, change, sentences, start = runProgramInWorker) => {
      const engines = await clone(filled);
      const rows = await rowsOf(engines);
      await rows.query(change);
      const names = await namesIn(rows);
      const before = await contentOf(rows);
      const failed = await start('migrate', [], programEnvironment(engines, 0, {}));
      expect(failed.code).toBe(1);
      for (const sentence of sentences) expect(failed.stderr).toContain(sentence);
      expect(await namesIn(rows)).toEqual(names);
      expect(await contentOf(rows)).toEqual(before);
    },
    30_000,
  ); // starts a program
});
