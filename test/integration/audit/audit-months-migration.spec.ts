import { DataSource } from 'typeorm';
import { migrations } from '../../../migrations/all';
import { capabilities } from '../../../server/contexts';
import { connect, migrationOptions } from '../../../server/platform/db/database';
import { startApp, type RunningApp } from '../../support/app/app';
import { startingTakes } from '../../support/app/starting-takes';
import { auditInMonths, type AuditInMonths } from './audit-in-months';

let run: RunningApp;
let log: AuditInMonths;
let source: DataSource;
beforeAll(async () => {
  run = await startApp();
  log = await auditInMonths(run);
  source = await connect(
    migrationOptions(run.engines.migrationDatabaseUrl, capabilities.entities, migrations),
  );
});
afterAll(async () => {
  await source?.destroy();
  await log?.close();
  await run.close();
});

const kindOf = async (table: string) =>
  (
    await log.rows<{ relkind: string }>(`SELECT relkind FROM pg_class WHERE oid = $1::regclass`, [
      table,
    ])
  )[0]?.relkind;
const records = () => log.rows(`SELECT * FROM platform.audit ORDER BY at, id`);

/** Undoes the migrations back to the audit log with a single table. */
async function undoMonths() {
  const isDone = async () =>
    (await log.rows(`SELECT 1 FROM migration WHERE name LIKE 'AuditMonths%'`)).length > 0;
  while (await isDone()) await source.undoLastMigration();
}

describe('The migration of an audit log with a single table', () => {
  it(
    'divides it into months and keeps every record and an intact chain',
    async () => {
      await log.write(
        '2024-02-29T23:59:59.999Z',
        '2024-03-01T00:00:00.000Z',
        run.clock.now().toISOString(),
      );
      await log.seal();
      const { head } = await log.verify();
      const before = await records();
      await undoMonths();
      expect(await kindOf('platform.audit')).toBe('r');
      expect(await records()).toEqual(before);
      await source.runMigrations();
      expect(await kindOf('platform.audit')).toBe('p');
      expect(await records()).toEqual(before);
      expect(await log.placed()).toMatchObject({ audit_2024_02: 1, audit_2024_03: 1 });
      expect(await log.found(head)).toEqual([]);
      expect(await log.verify()).toMatchObject({ checked: 3, damaged: 0, head });
      await log.write(run.clock.now().toISOString());
      expect(await log.seal()).toBe(1);
      expect(await log.verify()).toMatchObject({ checked: 4, damaged: 0 });
    },
    startingTakes,
  );

  it(
    'keeps earlier damage visible: missing and changed records are still found',
    async () => {
      await undoMonths();
      await log.owner.query(`DELETE FROM platform.audit WHERE at = '2024-02-29T23:59:59.999Z'`);
      await log.owner.query(
        `UPDATE platform.audit SET action = 'x' WHERE at = '2024-03-01T00:00:00.000Z'`,
      );
      await source.runMigrations();
      expect(await log.found()).toEqual([
        ['missing_record', '1'],
        ['changed', '2'],
      ]);
    },
    startingTakes,
  );
});
