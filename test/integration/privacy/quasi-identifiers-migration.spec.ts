import { randomBytes, randomUUID } from 'node:crypto';
import { recruit, type Recruiting } from '../../support/people/recruiting';
import { startingTakes } from '../../support/app/starting-takes';
import { openUndoing, type Undoing } from '../platform/undone-migrations';

let at: Undoing;
beforeAll(async () => {
  at = await openUndoing();
});
afterAll(() => at?.close());

describe('The migration of participations with exact ages', () => {
  it(
    'keeps ages in sessions with names, and in anonymous ones keeps bands of what their rules use',
    async () => {
      const adults = { filter: 'age', range: { lower: 18 } };
      const schooled = { filter: 'education_level', any_of: ['doctorate'] };
      const studies: [Recruiting, unknown, { few: boolean; kept: string[] }][] = [
        [await recruit(at.run, { capacity: 4 }), null, { few: true, kept: [] }],
        [
          await recruit(at.run, { capacity: 5, eligibility: [adults] }),
          { age_band: '35-39' },
          { few: false, kept: ['age'] },
        ],
        [
          await recruit(at.run, { capacity: 5, eligibility: [schooled, adults] }),
          { age_band: '35-39', education_level: 'doctorate' },
          { few: false, kept: ['age', 'education_level'] },
        ],
        [
          await recruit(at.run, { capacity: 1, privacy_level: 'roster_on_start' }),
          { age: 39, education_level: 'doctorate' },
          { few: false, kept: ['age', 'education_level'] },
        ],
      ];
      const isDone = async () =>
        (await at.owner.query(`SELECT 1 FROM migration WHERE name LIKE 'QuasiIdentifiers%'`))
          .rowCount === 1;
      while (await isDone()) await at.source.undoLastMigration();
      await at.owner.query(
        `UPDATE research.session SET snapshot = snapshot - 'too_few_people' - 'kept_demographics'`,
      );
      for (const [{ session_id, study_id }] of studies)
        await at.owner.query(
          `INSERT INTO research.participation (id, session_id, study_id, pseudonym, state, exclusive,
             moved_by, demographics)
           VALUES ($1, $2, $3, $4, 'completed', true, 'participant',
             '{"age": 39, "education_level": "doctorate"}')`,
          [randomUUID(), session_id, study_id, randomBytes(16)],
        );
      const moves = async () =>
        (
          await at.owner.query<{ count: string }>(
            'SELECT count(*) FROM research.participation_move',
          )
        ).rows[0]?.count;
      const before = await moves();
      await at.source.runMigrations();
      expect(await moves()).toEqual(before);
      for (const [{ session_id }, demographics, { few, kept }] of studies) {
        const { rows } = await at.owner.query(
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
