/**
 * @lane quick
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { days } from '../../../../server/platform/concurrency/clock';
import { startApp, TestClock, type SeparateApp } from '../../../support/app/app';
import { makePerson, makeResearcher } from '../../../support/people/people';
import { collaboratorRequestsOf } from '../../collaborators/calls';
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

const scene = async (deadlineIn = 30) => {
  const courseId = await credits.course({ deadlineIn });
  const classroomId = await credits.classroom(courseId);
  const instructor = await credits.instructor(classroomId);
  const student = await credits.student(classroomId);
  const earned = async (who = instructor) =>
    (await credits.gradebook(who, classroomId)).lines.map((line) => line.earned);
  return { courseId, classroomId, instructor, student, earned };
};
/** Reads the gradebook as JSON and as CSV, to compare the bytes. */
const bytesOf = async (who: Parameters<typeof credits.file>[0], classroomId: string) => {
  const json = await run.http().get(`/api/classrooms/${classroomId}/gradebook/`).set(who.headers);
  const csv = await credits.file(who, classroomId).expect(200);
  return [json.text, csv.text, JSON.stringify(csv.headers['content-disposition'])];
};

describe('The gradebook of a classroom', () => {
  it('has the sums as they stood when the day began, byte for byte, whatever happens on the day', async () => {
    const { classroomId, courseId, instructor, student, earned } = await scene();
    const assistant = await credits.instructor(classroomId, 'assistant');
    const other = await credits.student(classroomId);
    await credits.submission(classroomId, other, 60);
    clock.advance(days(1));
    const before = await bytesOf(instructor, classroomId);
    await credits.approved(await credits.study(), student);
    await credits.grant();
    expect(creditSumsOf(await credits.own(student))).toEqual({ [courseId]: 50 });
    expect(creditSumsOf(await credits.own(other))).toEqual({ [courseId]: 100 });
    expect(await bytesOf(instructor, classroomId)).toEqual(before);
    expect(await bytesOf(assistant, classroomId)).toEqual(before);
    clock.advance(days(1));
    expect((await earned()).toSorted((a, b) => a - b)).toEqual([50, 100]);
    expect(await earned(assistant)).toEqual(await earned());
  });

  it('shows the move of a credit on the next day, in both courses', async () => {
    const { classroomId, student, earned } = await scene();
    const second = await credits.course({ deadlineIn: 40, rate: 200 });
    const room = await credits.classroom(second);
    const teacher = await credits.instructor(room);
    await credits.join(room, student, 'student');
    await credits.approved(await credits.study(), student);
    await credits.grant();
    clock.advance(days(1));
    const [credit] = (await credits.own(student)).credits;
    await credits.move(student, credit?._id ?? '', second).expect(200);
    const sums = async () => [
      ...(await earned()),
      ...(await credits.gradebook(teacher, room)).lines.map((line) => line.earned),
    ];
    expect(await sums()).toEqual([50, 0]);
    clock.advance(days(1));
    expect(await sums()).toEqual([0, 100]);
    expect(classroomId).not.toBe(room);
  });

  it('adds credit from a study of its own instructors only on the day after the deadline', async () => {
    for (const role of ['instructor', 'assistant'] as const) {
      const { classroomId, courseId, student, earned } = await scene(10);
      const researcher = await makeResearcher(run.source);
      await credits.join(classroomId, researcher, role);
      await credits.approved(await credits.study({ researcher }), student);
      await credits.approved(await credits.study(), student);
      await credits.grant();
      expect(creditSumsOf(await credits.own(student))).toEqual({ [courseId]: 100 });
      clock.advance(days(1));
      expect(await earned()).toEqual([50]);
      // The day of the deadline is not over.
      clock.advance(days(9));
      expect(await earned()).toEqual([50]);
      clock.advance(days(1));
      expect(await earned()).toEqual([100]);
    }
    expect(await credits.damage()).toEqual([]);
  });

  it('adds credit from a study that an instructor once owned or worked on only after the deadline, too', async () => {
    const { instructor, student, earned } = await scene(10);
    const { join, told } = collaboratorRequestsOf(run);
    const left = await credits.study();
    await join(left.researcher, left.study_id, instructor, 'editor');
    const self = `/api/studies/${left.study_id}/collaborators/${instructor._id}/`;
    expect(await told(instructor, 'delete', self)).toBe(204);
    const passed = await credits.study({ researcher: instructor });
    const successor = await makeResearcher(run.source);
    await run.source.query(`UPDATE research.study SET owner_id = $1 WHERE id = $2`, [
      successor._id,
      passed.study_id,
    ]);
    for (const [r, researcher] of [
      [left, left.researcher],
      [passed, successor],
    ] as const)
      await credits.approved({ ...r, researcher }, student);
    await credits.grant();
    clock.advance(days(1));
    expect(await earned()).toEqual([0]);
    clock.advance(days(10));
    expect(await earned()).toEqual([100]);
  });

  it('withholds credit by the classroom in which it counts after a move', async () => {
    const { classroomId, student, earned, instructor } = await scene(10);
    const second = await credits.course({ deadlineIn: 40 });
    const room = await credits.classroom(second);
    const teacher = await credits.instructor(room);
    await credits.join(room, student, 'student');
    await credits.approved(await credits.study({ researcher: instructor }), student);
    await credits.grant();
    const [credit] = (await credits.own(student)).credits;
    await credits.move(student, credit?._id ?? '', second).expect(200);
    clock.advance(days(1));
    expect(await credits.gradebook(teacher, room)).toMatchObject({ lines: [{ earned: 50 }] });
    const first = (await credits.own(student)).courses.find(
      ({ classroom }) => classroom?._id === classroomId,
    );
    await credits.move(student, credit?._id ?? '', first?.course._id ?? '').expect(200);
    clock.advance(days(1));
    expect(await earned()).toEqual([0]);
    expect(await credits.damage()).toEqual([]);
  });

  it('lists only students, by name, with the credits that the course requires', async () => {
    const { classroomId, instructor, student } = await scene();
    for (const last_name of ['babbage', 'Zuse', 'Ärger']) {
      const person = await makePerson(run.source, { first_name: 'X', last_name });
      await credits.join(classroomId, person, 'student');
    }
    await credits.instructor(classroomId, 'assistant');
    const { day, lines } = await credits.gradebook(instructor, classroomId);
    expect(day).toBe(clock.now().toISOString().slice(0, 10));
    expect(lines.map((line) => line.last_name)).toEqual(['Ärger', 'babbage', 'Lovelace', 'Zuse']);
    expect(lines.find(({ email }) => email === student.email)).toEqual({
      member_id: expect.any(String) as string,
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: student.email,
      student_number: null,
      required: 400,
      earned: 0,
    });
  });

  it('is a file for spreadsheets without formulas', async () => {
    const { classroomId, instructor } = await scene();
    const person = await makePerson(run.source, { first_name: '=1+1', last_name: 'Ünal' });
    await credits.join(classroomId, person, 'student');
    await run.source.query(
      `UPDATE identity.classroom_member SET student_number = '@cmd' WHERE account_id = $1`,
      [person._id],
    );
    const { text, headers } = await credits.file(instructor, classroomId).expect(200);
    expect(text.startsWith('\ufeffname,email,student_number,required,earned\r\n')).toBe(true);
    expect(text).toContain(`'=1+1 Ünal,${person.email},'@cmd,4.00,0.00\r\n`);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  });

  it('can be read only by instructors and assistants of the classroom', async () => {
    const { classroomId, student, courseId } = await scene();
    const [stranger, colleague] = [
      await makeResearcher(run.source),
      await credits.instructor(await credits.classroom(courseId)),
    ];
    for (const path of ['', 'export/'])
      for (const [who, status] of [
        [student, 403],
        [stranger, 404],
        [colleague, 404],
      ] as const)
        await run
          .http()
          .get(`/api/classrooms/${classroomId}/gradebook/${path}`)
          .set(who.headers)
          .expect(status);
    const free = await credits.classroom(null);
    await credits.file(await credits.instructor(free), free).expect(409);
  });
});
