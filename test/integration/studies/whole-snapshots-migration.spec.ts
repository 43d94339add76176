import { recruit } from '../../support/people/recruiting';
import { startingTakes } from '../../support/app/starting-takes';
import { openUndoing, type Undoing } from '../platform/undone-migrations';

let at: Undoing;
beforeAll(async () => {
  at = await openUndoing();
});
afterAll(() => at?.close());

const snapshot = async (session: string) =>
  (
    await at.owner.query<{ snapshot: Record<string, unknown> }>(
      'SELECT snapshot FROM research.session WHERE id = $1',
      [session],
    )
  ).rows[0]?.snapshot;

describe('The migration of launches that froze fewer fields', () => {
  it(
    'copies missing fields from the study, and keeps the frozen ones',
    async () => {
      const whole = await recruit(at.run, { title: 'Whole' });
      const partial = await recruit(at.run, { title: 'Launched so' });
      const frozen = await snapshot(whole.session_id);
      const before = await snapshot(partial.session_id);
      const isDone = async () =>
        (await at.owner.query(`SELECT 1 FROM migration WHERE name LIKE 'EnrolmentWholeSnapshots%'`))
          .rowCount === 1;
      while (await isDone()) await at.source.undoLastMigration();
      await at.owner.query(
        `UPDATE research.session SET snapshot = snapshot - 'description' - 'duration_minutes' WHERE id = $1`,
        [partial.session_id],
      );
      await at.owner.query(
        `UPDATE research.study SET title = 'Edited', duration_minutes = 7 WHERE id = $1`,
        [partial.study_id],
      );
      await at.source.runMigrations();
      expect(await snapshot(whole.session_id)).toEqual(frozen);
      expect(await snapshot(partial.session_id)).toEqual({ ...before, duration_minutes: 7 });
      await expect(
        at.owner.query(`UPDATE research.session SET snapshot = snapshot - 'title' WHERE id = $1`, [
          whole.session_id,
        ]),
      ).rejects.toThrow('session_snapshot_whole');
    },
    startingTakes,
  );
});
