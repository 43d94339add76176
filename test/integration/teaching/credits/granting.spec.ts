/**
 * @lane quick
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { countQuarterHours } from '../../../../contracts/teaching/credit.rule';
import { days, minutes } from '../../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../../server/platform/db/unit-of-work';
import { beginGranting, endGranting } from '../../../../server/teaching/credits/due-credits';
import { startApp, TestClock, type SeparateApp } from '../../../support/app/app';
import { nullifyDecision, overturnDecision } from '../../payments/decisions';
import { creditRequestsOf, creditSumsOf } from '../rigs/credits-rig';

let run: SeparateApp;
let credits: ReturnType<typeof creditRequestsOf>;
const clock = new TestClock();
// This file has its own application, since the job processes the rows of all test files.
beforeAll(async () => {
  run = await startApp({ clock });
  credits = creditRequestsOf(run);
});
afterAll(() => run.close());

/** Makes a student of a course with a rate of one credit an hour. */
const scene = async () => {
  const courseId = await credits.course();
  const classroomId = await credits.classroom(courseId);
  return { courseId, classroomId, student: await credits.student(classroomId) };
};
const rowsOf = (participationId: string): Promise<{ state: string; quarters: number }[]> =>
  run.source.query(
    `SELECT state, quarters FROM research.participation_credit WHERE participation_id = $1`,
    [participationId],
  );

describe('A student’s participation', () => {
  it('earns the stated minutes in quarters of an hour, as the rule counts them', async () => {
    for (const given of [1, 14, 15, 16, 30, 31, 44, 45, 46, 119, 120]) {
      const [row]: { quarters: number }[] = await run.source.query(
        `SELECT research.credit_quarters($1) AS quarters`,
        [given],
      );
      expect([given, row?.quarters]).toEqual([given, countQuarterHours(given)]);
    }
    const { student } = await scene();
    const id = await credits.approved(await credits.study({ duration_minutes: 46 }), student);
    expect(await rowsOf(id)).toEqual([{ state: 'due', quarters: 4 }]);
  });

  it('is granted once, whatever approves it and however often the job runs', async () => {
    const { student, courseId } = await scene();
    const r = await credits.study();
    const id = await credits.completed(r, student);
    await Promise.all(
      Array.from({ length: 5 }, () => credits.ends.act(id, r.researcher, { action: 'approve' })),
    );
    await Promise.all(Array.from({ length: 5 }, () => credits.grant()));
    await credits.grant();
    const own = await credits.own(student);
    expect(own.credits).toMatchObject([
      { source: 'study', title: 'Attention and memory', minutes: 30, credits: 50, movable: true },
    ]);
    expect(creditSumsOf(own)).toEqual({ [courseId]: 50 });
    expect(own).toMatchObject({ pending: [], courses: [{ missing: 350, open: true }] });
    expect(await credits.damage()).toEqual([]);
  });

  it('earns nothing if the launch offered no credit, and nothing before the approval', async () => {
    const { student } = await scene();
    const r = await credits.study({ offers_credit: false });
    expect(await rowsOf(await credits.approved(r, student))).toEqual([]);
    const waits = await credits.completed(await credits.study(), student);
    expect(await rowsOf(waits)).toEqual([]);
  });

  it('earns credit for the time spent, at most the stated time, when the student leaves after the start', async () => {
    const { student } = await scene();
    for (const [spent, quarters] of [
      [0, 1],
      [16, 2],
      [170, 3],
    ] as const) {
      const r = await credits.study({ duration_minutes: 45, maximum_minutes: 400 });
      const id = await credits.enrolled(r, student);
      await credits.act(id, student, { action: 'start' });
      clock.advance(minutes(spent));
      await credits.act(id, student, { action: 'withdraw' });
      expect(await rowsOf(id)).toEqual([{ state: 'due', quarters }]);
    }
    const early = await credits.enrolled(await credits.study(), student);
    await credits.act(early, student, { action: 'withdraw' });
    expect(await rowsOf(early)).toEqual([]);
  });

  it('loses credit that is not granted yet when it is cancelled, and keeps granted credit', async () => {
    const { student, courseId } = await scene();
    const r = await credits.study();
    const id = await credits.approved(r, student);
    await credits.act(id, r.researcher, nullifyDecision);
    expect(await rowsOf(id)).toEqual([]);
    await credits.act(id, r.researcher, overturnDecision);
    await credits.grant();
    await credits.act(id, r.researcher, nullifyDecision);
    await credits.act(id, r.researcher, overturnDecision);
    await credits.grant();
    expect(creditSumsOf(await credits.own(student))).toEqual({ [courseId]: 50 });
  });

  it('has its full credit or none when a cancellation and the job run at the same moment', async () => {
    const { student, courseId } = await scene();
    const [r, other] = [await credits.study(), await credits.study()];
    const ids = [await credits.approved(r, student), await credits.approved(other, student)];
    await Promise.all([
      credits.act(ids[0] ?? '', r.researcher, nullifyDecision),
      credits.grant(),
      credits.act(ids[1] ?? '', other.researcher, nullifyDecision),
    ]);
    await credits.grant();
    const kept = (await Promise.all(ids.map(rowsOf))).flat();
    expect(kept.every(({ state }) => state === 'granted')).toBe(true);
    expect(creditSumsOf(await credits.own(student))[courseId]).toBe(50 * kept.length);
    expect(await credits.damage()).toEqual([]);
  });

  it('of an anonymous session is granted on the next day', async () => {
    const { student, courseId } = await scene();
    const r = await credits.study({ privacy_level: 'anonymous' });
    const id = await credits.completed(r, student);
    clock.advance(days(22));
    await credits.ends.sweep();
    expect(await rowsOf(id)).toMatchObject([{ state: 'due' }]);
    await credits.grant();
    expect(await credits.own(student)).toMatchObject({
      credits: [],
      pending: [{ title: 'Attention and memory', minutes: 30 }],
    });
    clock.advance(days(1));
    await credits.grant();
    expect(creditSumsOf(await credits.own(student))).toEqual({ [courseId]: 50 });
  });
});

describe('A job of credits that is interrupted', () => {
  const unitOfWork = () => run.app.get(UnitOfWork);
  const today = () => clock.now().toISOString().slice(0, 10);

  it('continues with the participations that it had marked before', async () => {
    const { student, courseId } = await scene();
    const id = await credits.approved(await credits.sharedStudy(), student);
    await unitOfWork().run((tx) => beginGranting(tx, today()));
    expect(await rowsOf(id)).toMatchObject([{ state: 'granting' }]);
    await credits.grant();
    expect(await rowsOf(id)).toMatchObject([{ state: 'granted' }]);
    expect(creditSumsOf(await credits.own(student))).toEqual({ [courseId]: 50 });
  });

  it('grants no credit twice if it was interrupted after it had added the credit', async () => {
    const { student, courseId } = await scene();
    const id = await credits.approved(await credits.sharedStudy(), student);
    await credits.grant();
    await run.source.query(
      `UPDATE research.participation_credit SET state = 'granting' WHERE participation_id = $1`,
      [id],
    );
    expect(await credits.own(student)).toMatchObject({ pending: [] });
    await credits.grant();
    await unitOfWork().run((tx) => endGranting(tx, [id]));
    expect(await rowsOf(id)).toMatchObject([{ state: 'granted' }]);
    expect(creditSumsOf(await credits.own(student))).toEqual({ [courseId]: 50 });
    expect(await credits.damage()).toEqual([]);
  });

  it('skips a participation that no longer belongs to an account', async () => {
    const { student } = await scene();
    const id = await credits.approved(await credits.sharedStudy(), student);
    await run.source.query(`DELETE FROM identity.account WHERE id = $1`, [student._id]);
    await credits.grant();
    expect(await rowsOf(id)).toMatchObject([{ state: 'granted' }]);
    expect(await credits.damage()).toEqual([]);
  });
});

describe('A student’s credit', () => {
  it('counts in the first course that still requires credits, and in the next one once that course has enough', async () => {
    const [first, second] = [
      await credits.course({ required: 50, deadlineIn: 20 }),
      await credits.course({ required: 50, deadlineIn: 30 }),
    ];
    const student = await credits.student(
      await credits.classroom(first),
      await credits.classroom(second),
      await credits.classroom(await credits.course({ deadlineIn: 1, state: 'closed' })),
      await credits.classroom(await credits.course({ deadlineIn: 1 }), 'closed'),
    );
    for (const sums of [
      { [first]: 50, [second]: 0 },
      { [first]: 50, [second]: 50 },
      { [first]: 100, [second]: 50 },
    ]) {
      await credits.approved(await credits.study(), student);
      await credits.grant();
      expect(creditSumsOf(await credits.own(student))).toMatchObject(sums);
    }
  });

  it('counts in no course if the student is in none', async () => {
    const student = await credits.student();
    await credits.approved(await credits.sharedStudy(), student);
    await credits.grant();
    expect(await credits.own(student)).toMatchObject({
      courses: [],
      credits: [{ course_id: null, credits: null, movable: true }],
    });
  });
});

describe('A student’s submission', () => {
  it('is granted on the next day, once, in the course of its classroom', async () => {
    const { student, courseId, classroomId } = await scene();
    const id = await credits.submission(classroomId, student, 50);
    await credits.grant();
    expect(await credits.own(student)).toMatchObject({
      credits: [],
      pending: [{ title: 'Read an article', minutes: 60 }],
    });
    clock.advance(days(1));
    await Promise.all([credits.grant(), credits.grant(), credits.grant()]);
    const own = await credits.own(student);
    expect(own.credits).toMatchObject([
      { source: 'alternative', title: 'Read an article', course_id: courseId, credits: 100 },
    ]);
    expect(own.pending).toEqual([]);
    const [row]: unknown[] = await run.source.query(
      `SELECT credit FROM identity.submission WHERE id = $1`,
      [id],
    );
    expect(row).toEqual({ credit: 'granted' });
    expect(await credits.damage()).toEqual([]);
  });

  it('of a classroom without a course counts in none', async () => {
    const classroomId = await credits.classroom(null);
    const student = await credits.student(classroomId);
    await credits.submission(classroomId, student);
    clock.advance(days(1));
    await credits.grant();
    expect((await credits.own(student)).credits).toMatchObject([{ course_id: null }]);
  });
});
