/**
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 * @long: `npm test -- long` repeats the simultaneous requests more often
 */
import { days } from '../../../../server/platform/concurrency/clock';
import { startApp, TestClock, type SeparateApp } from '../../../support/app/app';
import { triesInTestRun } from '../../../support/chance/lanes';
import type { TestPerson } from '../../../support/people/people';
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

/**
 * Makes a student of two courses, with a credit in the first. An hour is worth 1.00 credit in the
 * first course and 3.00 in the second.
 */
const scene = async () => {
  const first = await credits.course({ deadlineIn: 20 });
  const second = await credits.course({ deadlineIn: 40, rate: 300 });
  const student = await credits.student(
    await credits.classroom(first),
    await credits.classroom(second),
  );
  await credits.approved(await credits.sharedStudy(), student);
  await credits.grant();
  const [credit] = (await credits.own(student)).credits;
  if (!credit) throw new Error('no credit');
  return { first, second, student, credit: credit._id };
};
const earned = async (student: TestPerson) => creditSumsOf(await credits.own(student));
const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;

describe('A student’s credit', () => {
  it('moves whole to a different course of the student, at its credit value there, and back', async () => {
    const { first, second, student, credit } = await scene();
    const moved = await credits.move(student, credit, second).expect(200);
    expect(moved.body).toMatchObject({ course_id: second, credits: 150, movable: true });
    expect(await earned(student)).toEqual({ [first]: 0, [second]: 150 });
    await credits.move(student, credit, second).expect(200);
    await credits.move(student, credit, first).expect(200);
    expect(await earned(student)).toEqual({ [first]: 50, [second]: 0 });
    const kinds: { kind: string }[] = await run.source.query(
      `SELECT kind FROM ledger.entry WHERE starts_with(key, $1) ORDER BY key`,
      [`credit:${credit}:`],
    );
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'credit-granted',
      'credit-moved',
      'credit-moved',
    ]);
    expect(await credits.damage()).toEqual([]);
  });

  it('moves into a course if it counted in none', async () => {
    const student = await credits.student();
    await credits.approved(await credits.sharedStudy(), student);
    await credits.grant();
    const [credit] = (await credits.own(student)).credits;
    const courseId = await credits.course();
    await credits.join(await credits.classroom(courseId), student, 'student');
    await credits.move(student, credit?._id ?? '', courseId).expect(200);
    expect(await earned(student)).toEqual({ [courseId]: 50 });
  });

  it('cannot be moved when the deadline of either course has passed', async () => {
    const { first, second, student, credit } = await scene();
    const late = await credits.course({ deadlineIn: -1 });
    await credits.join(await credits.classroom(late), student, 'student');
    expect(codeOf(await credits.move(student, credit, late).expect(409))).toBe('deadline_passed');
    clock.advance(days(20));
    expect(codeOf(await credits.move(student, credit, second).expect(409))).toBe('deadline_passed');
    expect((await credits.own(student)).credits).toMatchObject([{ movable: false }]);
    await credits.move(student, credit, first).expect(200);
    expect(await earned(student)).toMatchObject({ [first]: 50, [second]: 0 });
  });

  it('does not move into a course that is closed, or of which its owner is no student', async () => {
    const { student, credit } = await scene();
    const closed = await credits.course({ state: 'closed' });
    await credits.join(await credits.classroom(closed), student, 'student');
    expect(codeOf(await credits.move(student, credit, closed).expect(409))).toBe('course_closed');
    const other = await credits.course();
    const room = await credits.classroom(other, 'closed');
    await credits.join(room, student, 'student');
    await credits.join(await credits.classroom(other), student, 'assistant');
    for (const target of [other, '00000000-0000-4000-8000-000000000000'])
      expect(codeOf(await credits.move(student, credit, target).expect(409))).toBe(
        'not_member_of_course',
      );
  });

  it('can be found only by its owner', async () => {
    const { second, credit } = await scene();
    const other = await credits.student(await credits.classroom(second));
    await credits.move(other, credit, second).expect(404);
  });

  it('ends in exactly one course when six moves happen at the same time', async () => {
    const { first, second, student, credit } = await scene();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        credits.move(student, credit, n % 2 === 0 ? second : first),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
    const [own] = (await credits.own(student)).credits;
    const sums = await earned(student);
    expect(sums).toEqual(
      own?.course_id === first ? { [first]: 50, [second]: 0 } : { [first]: 0, [second]: 150 },
    );
    expect(await credits.damage()).toEqual([]);
  });

  it('is either moved or refused when the deadline is brought forward at the same moment', async () => {
    for (let i = 0; i < triesInTestRun(2, 20); i++) {
      const { first, second, student, credit } = await scene();
      const [answer] = await Promise.all([
        credits.move(student, credit, second),
        run.source.query(`UPDATE identity.course SET deadline = $2 WHERE id = $1`, [
          first,
          clock.now(),
        ]),
      ]);
      expect([200, 409]).toContain(answer.status);
      expect(await earned(student)).toEqual(
        answer.status === 200 ? { [first]: 0, [second]: 150 } : { [first]: 50, [second]: 0 },
      );
    }
    expect(await credits.damage()).toEqual([]);
  });
});

describe('Verifying the ledger', () => {
  it('finds a credit that was changed without the ledger', async () => {
    const { student, credit } = await scene();
    await run.source.query(`UPDATE identity.credit SET moves = 7 WHERE id = $1`, [credit]);
    expect(await credits.damage()).toEqual([{ damage: 'credit_entry_missing', of: credit }]);
    await run.source.query(`UPDATE identity.credit SET moves = 0 WHERE id = $1`, [credit]);
    await run.source.query(`DELETE FROM identity.credit WHERE id = $1`, [credit]);
    expect(await credits.damage()).toMatchObject([{ damage: 'credit_sum_changed' }]);
    expect(await earned(student)).toMatchObject({});
  });
});
