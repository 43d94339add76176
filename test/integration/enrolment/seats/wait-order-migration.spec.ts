import { randomBytes, randomUUID } from 'node:crypto';
import { recruit } from '../../../support/people/recruiting';
import { startingTakes } from '../../../support/app/starting-takes';
import { openUndoing, type Undoing } from '../../platform/undone-migrations';

let at: Undoing;
beforeAll(async () => {
  at = await openUndoing();
});
afterAll(() => at?.close());

const waitingIn = async (sessionId: string) =>
  (
    await at.owner.query<{ id: string; wait_no: number }>(
      `SELECT id, wait_no::int FROM research.participation
       WHERE session_id = $1 AND wait_no IS NOT NULL ORDER BY wait_no`,
      [sessionId],
    )
  ).rows;

describe('The migration from waitlists ordered by time to numbered waitlists', () => {
  it(
    'keeps the order, with numbers from one in each session, and can be reverted',
    async () => {
      const sessions = [await recruit(at.run), await recruit(at.run)];
      const isDone = async () =>
        (await at.owner.query(`SELECT 1 FROM migration WHERE name LIKE 'EnrolmentWaitOrder%'`))
          .rowCount === 1;
      while (await isDone()) await at.source.undoLastMigration();
      const expected: { id: string; wait_no: number }[][] = [];
      for (const { session_id, study_id } of sessions) {
        // Two joined at the same time; their ids decide the order, as before the migration.
        const asked = [3, 1, 2, 2].map((minute) => ({ minute, id: randomUUID() }));
        for (const { minute, id } of asked)
          await at.owner.query(
            `INSERT INTO research.participation (id, session_id, study_id, pseudonym, state, exclusive,
               moved_by, waiting_since)
             VALUES ($1, $2, $3, $4, 'waitlisted', true, 'participant', now() - $5 * interval '1 minute')`,
            [id, session_id, study_id, randomBytes(16), 9 - minute],
          );
        await at.owner.query(
          `UPDATE research.participation SET waiting_since = date_trunc('minute', waiting_since)
           WHERE session_id = $1`,
          [session_id],
        );
        const order = asked.sort((a, b) => a.minute - b.minute || (a.id < b.id ? -1 : 1));
        expected.push(order.map(({ id }, i) => ({ id, wait_no: i + 1 })));
      }
      const numbers = () => Promise.all(sessions.map(({ session_id }) => waitingIn(session_id)));
      await at.source.runMigrations();
      expect(await numbers()).toEqual(expected);
      while (await isDone()) await at.source.undoLastMigration();
      await at.source.runMigrations();
      expect(await numbers()).toEqual(expected);
    },
    startingTakes,
  );
});
