/** @lane quick */
import { DataSource, type EntityManager } from 'typeorm';
import { baselines, migrations } from '../../../migrations/all';
import { foldedMigrations } from '../../../migrations/folded-migrations';
import { createDatabaseRoles } from '../../../server/platform/db/roles';
import {
  readSchemaCatalogue,
  schemaFingerprintOf,
} from '../../../server/platform/db/schema-catalogue';
import { connect, migrationOptions } from '../../../server/platform/db/database';
import { cloneDatabase, type TestDatabases } from '../../support/engines/engines';

let engines: TestDatabases;
let source: DataSource;

/**
 * Makes an empty database. The database template of the tests would contain later migrations, too.
 */
const emptyDatabase = () => cloneDatabase({ migrationDatabaseUrl: 'postgres://any/template1' });

/** Runs the baseline migrations. @returns a connection of the owner */
async function migrated(ownerUrl: string, applicationUrl: string): Promise<DataSource> {
  await createDatabaseRoles(ownerUrl, applicationUrl);
  const connected = await connect(
    migrationOptions(
      ownerUrl,
      [],
      migrations.filter(({ name }) => baselines.includes(name)),
    ),
  );
  await connected.runMigrations();
  return connected;
}

beforeAll(async () => {
  engines = await emptyDatabase();
  source = await migrated(engines.migrationDatabaseUrl, engines.databaseUrl);
});
afterAll(async () => {
  await source?.destroy();
  await engines?.drop();
});

const fingerprint = async (manager: EntityManager) =>
  schemaFingerprintOf(await readSchemaCatalogue(manager));

/** Finds the objects whose fingerprint these statements change, and undoes the statements. */
async function changedBy(...statements: string[]): Promise<string[]> {
  const db = source.createQueryRunner();
  await db.startTransaction();
  try {
    for (const statement of statements) await db.query(statement);
    const found = await fingerprint(db.manager);
    const objects = new Set([...Object.keys(found), ...Object.keys(foldedMigrations.fingerprint)]);
    return [...objects]
      .filter((object) => found[object] !== foldedMigrations.fingerprint[object])
      .sort();
  } finally {
    await db.rollbackTransaction();
    await db.release();
  }
}

describe('A database that the baselines made', () => {
  it('has the tables, rights, triggers and functions that the squashed migrations left', async () => {
    expect(Object.keys(foldedMigrations.fingerprint).length).toBeGreaterThan(200);
    expect(await source.transaction(fingerprint)).toEqual(foldedMigrations.fingerprint);
  });

  it('has the same fingerprint when the name of its owner needs quotes', async () => {
    const own = await emptyDatabase();
    const url = new URL(own.migrationDatabaseUrl);
    [url.username, url.password] = ['Own-er', 'secret'];
    await source.query(`CREATE ROLE "Own-er" LOGIN SUPERUSER PASSWORD 'secret'`);
    try {
      const owned = await migrated(url.href, own.databaseUrl);
      try {
        expect(await owned.transaction(fingerprint)).toEqual(foldedMigrations.fingerprint);
      } finally {
        await owned.destroy();
      }
    } finally {
      await own.drop();
      await source.query('DROP ROLE "Own-er"');
    }
  });

  it('contains no rows but those of the migrations', async () => {
    const tables: { name: string }[] = await source.query(
      `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind = 'r' AND n.nspname IN ('identity', 'research', 'platform')`,
    );
    expect(tables.length).toBeGreaterThan(100);
    const filled: { name: string }[] = await source.query(
      tables.map(({ name }) => `SELECT '${name}' AS name FROM ${name}`).join(' UNION ALL '),
    );
    expect(filled).toEqual([]);
  });
});

describe('The fingerprint of a catalogue', () => {
  const account = ['identity.account'];
  const both = ['identity.account', 'identity.account storage'];
  const onceASession = [
    'research.participation storage',
    'unique index research.participation_once_a_session',
  ];
  it.each([
    ['a column is added', 'ALTER TABLE identity.account ADD COLUMN x integer', both],
    [
      'columns change their order',
      `ALTER TABLE identity.saml_assertion DROP COLUMN hash; ALTER TABLE identity.saml_assertion ADD COLUMN hash bytea
       PRIMARY KEY`,
      ['identity.saml_assertion'],
    ],
    ['a default changes', 'ALTER TABLE identity.account ALTER created_at DROP DEFAULT', account],
    ['a column may be null', 'ALTER TABLE identity.account ALTER email DROP NOT NULL', account],
    ['a check goes', 'ALTER TABLE identity.account DROP CONSTRAINT account_region', account],
    [
      'a foreign key is not validated',
      `ALTER TABLE identity.totp DROP CONSTRAINT totp_account_id_fkey; ALTER TABLE identity.totp ADD CONSTRAINT
       totp_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account (id) ON DELETE CASCADE NOT VALID`,
      ['identity.totp'],
    ],
    ['a right is granted', 'GRANT SELECT ON identity.account TO commonlab_export', account],
    ['a right to a column', 'GRANT SELECT (role) ON identity.account TO commonlab_link', account],
    [
      'samples are kept',
      'ALTER TABLE identity.account ALTER email SET STATISTICS -1',
      ['identity.account storage', 'unsampled column identity.account.email'],
    ],
    [
      'fewer samples are kept',
      'ALTER TABLE identity.account ALTER role SET STATISTICS 0',
      ['identity.account storage', 'unsampled column identity.account.role'],
    ],
    ['storage changes', 'ALTER TABLE research.run RESET (fillfactor)', ['research.run storage']],
    ['rows are secured', 'ALTER TABLE research.run ENABLE ROW LEVEL SECURITY', ['research.run']],
    ['a comment is added', `COMMENT ON COLUMN research.run.seed IS 'x'`, ['research.run']],
    ['a trigger goes', 'DROP TRIGGER session_changed ON research.session', ['research.session']],
    [
      'a trigger is switched off',
      'ALTER TABLE research.session DISABLE TRIGGER session_changed',
      ['research.session'],
    ],
    ['an index goes', 'DROP INDEX identity.account_name', ['identity.account storage']],
    ['a unique index goes', 'DROP INDEX research.participation_once_a_session', onceASession],
    [
      'a unique index becomes invalid',
      `UPDATE pg_index SET indisvalid = false
       WHERE indexrelid = 'research.participation_once_a_session'::regclass`,
      onceASession,
    ],
    [
      'a unique index becomes an ordinary one',
      `DROP INDEX research.participation_once_a_session; CREATE INDEX participation_once_a_session
       ON research.participation (session_id)`,
      onceASession,
    ],
    [
      'the storage of a unique index changes',
      'ALTER INDEX research.participation_once_a_session SET (fillfactor = 70)',
      ['research.participation storage'],
    ],
    [
      'a view no longer checks its reader',
      'ALTER VIEW identity.person RESET (security_invoker)',
      ['identity.person'],
    ],
    [
      'everybody may execute a function',
      'GRANT EXECUTE ON FUNCTION research.session_changed() TO PUBLIC',
      ['research.session_changed()'],
    ],
    [
      'a function changes',
      `CREATE OR REPLACE FUNCTION research.session_version() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`,
      ['research.session_version()'],
    ],
    [
      'rights of later tables change',
      'ALTER DEFAULT PRIVILEGES IN SCHEMA research GRANT SELECT ON TABLES TO commonlab_link',
      ['default privileges'],
    ],
    ['a sequence is added', 'CREATE SEQUENCE research.x', ['research.x']],
    ['a type is added', `CREATE TYPE research.x AS ENUM ('a')`, ['type research.x']],
  ])('changes for one object when %s', async (_, statements, objects) => {
    expect(await changedBy(statements)).toEqual(objects);
  });

  it('stays the same when monthly partitions of the audit log are added and removed', async () => {
    expect(await changedBy(`SELECT platform.make_audit_month('2001-01-01T00:00:00Z')`)).toEqual([]);
  });
});
