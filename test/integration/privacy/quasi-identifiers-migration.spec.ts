import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { migrations } from '../../../migrations/all';
import { capabilities } from '../../../server/contexts';
import { connect, migrationOptions } from '../../../server/platform/db/database';
import { startApp, type RunningApp } from '../../support/app';
import { recruit, type Recruiting } from '../../support/recruiting';
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

describe('An installation whose participations have exact ages', () => {
  it(
    'keeps those of sessions with names, and of anonymous ones bands of what their rules ask for',
    async () => {
      const adults = { filter: 'age', range: { lower: 18 } };
      const schooled = { filter: 'education_level', any_of: ['doctorate'] };
      const studies: [Recruiting, unknown, { few: boolean; kept: string[] }][] = [
        [await recruit(run, { capacity: 4 }), null, { few: true, kept: [] }],
        [
          await recruit(run, { capacity: 5, eligibility: [adults] }),
          { age_band: '35-39' },
          { few: false, kept: ['age'] },
        ],
        [
          await recruit(run, { capacity: 5, eligibility: [schooled, adults] }),
          { age_band: '35-39', education_level: 'doctorate' },
          { few: false, kept: ['age', 'education_level'] },
        ],
        [
          await recruit(run, { capacity: 1, privacy_level: 'roster_on_start' }),
          { age: 39, education_level: 'doctorate' },
          { few: false, kept: ['age', 'education_level'] },
        ],
      ];
      const isDone = async () =>
        (await owner.query(`SELECT 1 FROM migration WHERE name LIKE 'QuasiIdentifiers%'`))
          .rowCount === 1;
      while (await isDone()) await source.undoLastMigration();
      await owner.query(
        `UPDATE research.session SET snapshot = snapshot - 'too_few_people' - 'kept_demographics'`,
      );
      for (const [{ session_id, study_id }] of studies)
        await owner.query(
          `INSERT INTO research.participation (id, session_id, study_id, pseudonym, state, exclusive,
             moved_by, demographics)
           VALUES ($1, $2, $3, $4, 'completed', true, 'participant',
             '{"age": 39, "education_level": "doctorate"}')`,
          [randomUUID(), session_id, study_id, randomBytes(16)],
        );
      const moves = async () =>
        (await owner.query<{ count: string }>('SELECT count(*) FROM research.participation_move'))
          .rows[0]?.count;
      const before = await moves();
      await source.runMigrations();
      expect(await moves()).toEqual(before);
      for (const [{ session_id }, demographics, { few, kept }] of studies) {
        const { rows } = await owner.query(
          `SELECT p.demographics, s.snapshot->'too_few_people' AS few,
             s.snapshot->'kept_demographics' AS kept
           FROM research.participation p JOIN research.session s ON s.id = p.session_id
           WHERE s.id = $1`,
          [session_id],
        );
        expect(rows).toEqual([{ demographics, few, kept }]);
      }
    },
    startingTakes,
  );
});
