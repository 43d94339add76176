/**
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 * @long: `npm test -- long` repeats the simultaneous requests more often
 */
import { days } from '../../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../../server/platform/db/unit-of-work';
import { Snapshots } from '../../../../server/platform/db/snapshot';
import { Secrets } from '../../../../server/platform/security/secrets';
import { creditsExportSections } from '../../../../server/teaching/credits/credits.exports';
import { teachingErasure } from '../../../../server/teaching/teaching.erasure';
import { startApp, TestClock, type SeparateApp } from '../../../support/app/app';
import { triesInTestRun } from '../../../support/chance/lanes';
import type { TestPerson } from '../../../support/people/people';
import { creditRequestsOf } from '../rigs/credits-rig';

let run: SeparateApp;
let credits: ReturnType<typeof creditRequestsOf>;
const clock = new TestClock();
// This file has its own application, since the job processes the rows of all test files.
beforeAll(async () => {
  run = await startApp({ clock });
  credits = creditRequestsOf(run);
});
afterAll(() => run.close());

/** Erases as the purge does: the credits, and then the account, in one transaction. */
const erase = ({ _id }: TestPerson) =>
  run.app.get(UnitOfWork).run(async (tx) => {
    const now = clock.now();
    await teachingErasure.erase?.(tx, _id, { now, minute: now }, run.app.get(Secrets));
    await tx.query(`DELETE FROM identity.account WHERE id = $1`, [_id]);
  });
const rowsLeft = async () => {
  const [row]: { credits: number; accounts: number }[] = await run.source.query(
    `SELECT (SELECT count(*)::int FROM identity.credit) AS credits,
       (SELECT count(*)::int FROM identity.credit_account) AS accounts`,
  );
  return row;
};
const scene = async () => {
  const courseId = await credits.course();
  const classroomId = await credits.classroom(courseId);
  const student = await credits.student(classroomId);
  await credits.approved(await credits.sharedStudy(), student);
  return { courseId, classroomId, student };
};

describe('The credits of a student', () => {
  it('are in the data export, without keys', async () => {
    const { courseId, student } = await scene();
    await credits.grant();
    const [section] = creditsExportSections;
    if (!section || !('read' in section)) throw new Error('no section of credits');
    const secrets = run.app.get(Secrets);
    const rows = await run.app.get(Snapshots, { strict: false }).take(async (snapshot) => {
      const all: object[] = [];
      for await (const page of section.read(snapshot, student._id, secrets)) all.push(...page);
      return all;
    });
    expect(rows).toEqual([
      {
        id: expect.any(String) as string,
        source: 'study',
        quarters: 2,
        course_id: courseId,
        course: expect.any(String) as string,
        moves: 0,
      },
    ]);
    await erase(student);
  });

  it('are erased with the account, whose sums stay in the ledger', async () => {
    const { student } = await scene();
    await credits.grant();
    expect(await rowsLeft()).toEqual({ credits: 1, accounts: 1 });
    await erase(student);
    expect(await rowsLeft()).toEqual({ credits: 0, accounts: 0 });
    expect(await credits.damage()).toEqual([]);
  });

  it('do not come back when the account is erased while they are granted', async () => {
    for (let i = 0; i < triesInTestRun(2, 20); i++) {
      const { student, classroomId } = await scene();
      await credits.submission(classroomId, student);
      clock.advance(days(1));
      await Promise.all([credits.grant(), erase(student)]);
      await credits.grant();
      expect(await rowsLeft()).toEqual({ credits: 0, accounts: 0 });
    }
    expect(await credits.damage()).toEqual([]);
  });
});
