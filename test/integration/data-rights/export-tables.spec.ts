import { Client } from 'pg';
import { capabilities } from '../../../server/contexts';
import { findUndeclaredTables } from '../../../server/platform/context/declaration-faults';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';

describe('Every table of the database', () => {
  let run: RunningApp;
  let owner: Client;
  beforeAll(async () => {
    run = await sharedApp();
    owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
    await owner.connect();
  });
  afterAll(async () => {
    await owner.end();
    await run.close();
  });
  const exported = capabilities.tables.filter(({ personalData }) => 'exported' in personalData);

  it('is declared by a context, with retention, personal data and erasure', async () => {
    const { rows } = await owner.query<{ name: string }>(
      // Leaves out partitions, because each belongs to the table that it divides.
      `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname NOT IN ('bullmq', 'information_schema', 'public') AND n.nspname NOT LIKE 'pg\\_%'
         AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
    );
    const names = rows.map((row) => row.name);
    expect(findUndeclaredTables(names, capabilities.tables)).toEqual([]);
    expect(capabilities.tables.map(({ name }) => name).sort()).toEqual(names.sort());
  });

  it('declared as erased by foreign key is deleted with the account', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `WITH RECURSIVE gone AS (
         SELECT 'identity.account'::regclass::oid AS id
         UNION SELECT c.conrelid FROM pg_constraint c JOIN gone ON c.confrelid = gone.id
         WHERE c.contype = 'f' AND c.confdeltype = 'c')
       SELECT id::regclass::text AS name FROM gone`,
    );
    const cascades = rows.map((row) => row.name);
    const claimed = exported
      .filter(
        ({ personalData }) =>
          'erased' in personalData &&
          'by' in personalData.erased &&
          personalData.erased.by === 'foreign key',
      )
      .map(({ name }) => name);
    expect(claimed.filter((name) => !cascades.includes(name))).toEqual([]);
  });

  it('with a foreign key to accounts is part of the personal export', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint
      WHERE confrelid = 'identity.account'::regclass AND contype = 'f'`,
    );
    expect(
      rows.map((r) => r.name).filter((name) => !exported.some((table) => table.name === name)),
    ).toEqual([]);
  });

  it('exports no column that holds bytes or is named like a secret', async () => {
    const { rows } = await owner.query<{ table: string; name: string }>(
      `SELECT table_schema || '.' || table_name AS table, column_name AS name FROM information_schema.columns
       WHERE table_schema IN ('identity', 'platform', 'ledger')
         AND (data_type = 'bytea' OR column_name ~ '(hash|secret|challenge|password|key)$')`,
    );
    for (const section of capabilities.exportFiles.flatMap(({ sections }) => sections)) {
      if (!('table' in section)) continue;
      const secrets = rows.filter((r) => r.table === section.table).map((r) => r.name);
      expect({
        table: section.table,
        shown: secrets.filter((name) => !section.without.includes(name)),
      }).toEqual({ table: section.table, shown: [] });
    }
  });
});
