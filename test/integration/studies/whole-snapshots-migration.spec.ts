import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { migrations } from '../../../migrations/all';
import { capabilities } from '../../../server/contexts';
import { connect, migrationOptions } from '../../../server/platform/db/database';
import { startApp, type RunningApp } from '../../support/app';
import { recruit } from '../../support/recruiting';
import { startingTakes } from '../../support/starting-takes';

let run: RunningApp;
let source: DataSource;
let owner: Client;
beforeAll(async () => {
  // Its migrations are undone.
  run = await startApp();
  source = await connect(
    migrationOptions(run.engines.migrationDatabaseUrl, capabilities.entities, migrations),
  );
  owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await source?.destroy();
  await run.close();
});

const snapshot = async (session: string) =>
  (
    await owner.query<{ snapshot: Record<string, unknown> }>(
      'SELECT snapshot FROM research.session WHERE id = $1',
      [session],
    )
  ).rows[0]?.snapshot;

describe('An installation whose launches froze less', () => {
  it(
    'takes what is missing from the study, and leaves what was frozen',
    async () => {
      const whole = await recruit(run, { title: 'Whole' });
      const partial = await recruit(run, { title: 'Launched so' });
      const frozen = await snapshot(whole.session_id);
      const before = await snapshot(partial.session_id);
      const isDone = async () =>
        (await owner.query(`SELECT 1 FROM migration WHERE name LIKE 'EnrolmentWholeSnapshots%'`))
          .rowCount === 1;
      while (await isDone()) await source.undoLastMigration();
      await owner.query(
        `UPDATE research.session SET snapshot = snapshot - 'description' - 'duration_minutes' WHERE id = $1`,
        [partial.session_id],
      );
      await owner.query(
        `UPDATE research.study SET title = 'Edited', duration_minutes = 7 WHERE id = $1`,
        [partial.study_id],
      );
      await source.runMigrations();
      expect(await snapshot(whole.session_id)).toEqual(frozen);
      expect(await snapshot(partial.session_id)).toEqual({ ...before, duration_minutes: 7 });
      await expect(
        owner.query(`UPDATE research.session SET snapshot = snapshot - 'title' WHERE id = $1`, [
          whole.session_id,
        ]),
      ).rejects.toThrow('session_snapshot_whole');
    },
    startingTakes,
  );
});
