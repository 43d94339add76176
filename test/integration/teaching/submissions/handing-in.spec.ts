import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { UnitOfWork } from '../../../../server/platform/db/unit-of-work';
import { storeSubmission } from '../../../../server/teaching/submissions/store-submission';
import { teachingLimits } from '../../../../contracts/teaching/limits';
import { alternativeBody, assignmentRequestsOf } from '../rigs/assignments-rig';

let run: RunningApp;
let teaching: ReturnType<typeof assignmentRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  teaching = assignmentRequestsOf(run);
});
afterAll(() => run.close());

const text = 'My five hundred words.';
const sending = (who: Parameters<typeof teaching.told>[0], id: string, body: object = { text }) =>
  teaching.told(who, 'post', `/api/assignments/${id}/submissions/`, body);

describe('Handing in work for an assignment', () => {
  it('is possible for students of the classroom; its staff is refused, and others do not find it', async () => {
    const { id, courseId, instructor, assistant, student, stranger, administrator } =
      await teaching.scene();
    const ofClassroom = await teaching.create(instructor, id);
    const ofCourse = await teaching.createInCourse(administrator, courseId ?? '');
    for (const { _id } of [ofClassroom, ofCourse]) {
      for (const who of [instructor, assistant]) expect(await sending(who, _id)).toBe('forbidden');
      for (const who of [stranger, administrator])
        expect(await sending(who, _id)).toBe('not_found');
      expect(await sending(student, _id)).toBe(201);
    }
    expect(await sending(student, id)).toBe('not_found');
  });

  it('stores the text, and shows only to its student who handed it in', async () => {
    const { id, instructor, student, other } = await teaching.scene();
    const { _id } = await teaching.create(instructor, id);
    const submission = await teaching.submit(student, _id, `  ${text}\n`);
    const day = run.clock.now().toISOString().slice(0, 10);
    expect(submission).toEqual({
      ...{ _id: submission._id, state: 'submitted', text, has_pdf: false, words: null, day },
    });
    expect(await teaching.list(student, id)).toMatchObject([{ submission }]);
    expect(await teaching.list(other, id)).toMatchObject([{ submission: null }]);
    const [row] = await teaching.stored(_id);
    expect(row?.number).toMatch(/^\d{6}$/);
    const [{ all } = { all: '' }]: { all: string }[] = await run.source.query(
      `SELECT to_jsonb(s)::text AS all FROM identity.submission s WHERE s.id = $1`,
      [submission._id],
    );
    expect(all).not.toContain(student._id);
  });

  it('refuses an empty text, a text that is too long, and any field besides the text', async () => {
    const { id, instructor, student } = await teaching.scene();
    const { _id } = await teaching.create(instructor, id);
    const tooLong = 'x'.repeat(teachingLimits.submissionText + 1);
    for (const body of [{ text: '  ' }, { text: tooLong }, { text, number: '123456' }, {}])
      expect(await sending(student, _id, body)).toBe('validation_failed');
    expect(await teaching.stored(_id)).toEqual([]);
  });

  it('is possible from the opening of the assignment until the work is due', async () => {
    const { id, instructor, student, other } = await teaching.scene();
    const hour = 3_600_000;
    const dates = {
      opens_at: teaching.soon(2 * hour).toISOString(),
      due_at: teaching.soon(4 * hour).toISOString(),
    };
    const { _id } = await teaching.create(instructor, id, { ...alternativeBody, ...dates });
    run.clock.advance(hour);
    expect(await sending(student, _id)).toBe('not_open_yet');
    run.clock.advance(hour);
    expect(await sending(student, _id)).toBe(201);
    run.clock.advance(hour);
    expect(await sending(student, _id)).toBe(201);
    run.clock.advance(hour);
    for (const who of [student, other]) expect(await sending(who, _id)).toBe('deadline_passed');
    expect(await teaching.stored(_id)).toMatchObject([{ state: 'submitted' }]);
  });

  it('is refused after the deadline or the close of the course, when no credit can be earned', async () => {
    const course = await teaching.course({ deadlineIn: 1 });
    const { id, instructor, student } = await teaching.scene(course);
    const { _id } = await teaching.create(instructor, id);
    run.clock.advance(86_400_000);
    expect(await sending(student, _id)).toBe('deadline_passed');
    await run.source.query(`UPDATE identity.course SET state = 'closed' WHERE id = $1`, [course]);
    expect(await sending(student, _id)).toBe('course_closed');
  });

  it('is refused in a classroom that is closed or archived', async () => {
    const { id, instructor, student } = await teaching.scene();
    const { _id } = await teaching.create(instructor, id);
    for (const state of ['closed', 'archived']) {
      await run.source.query(
        `UPDATE identity.classroom SET state = $2, archived_at = CASE WHEN $2 = 'archived' THEN now() END WHERE id = $1`,
        [id, state],
      );
      expect(await sending(student, _id)).toBe('classroom_closed');
    }
  });
});

describe('An alternative assignment of a course', () => {
  it('goes to the open classroom that its student joined first', async () => {
    const course = await teaching.course();
    const { administrator, student } = await teaching.scene(course);
    const { _id } = await teaching.createInCourse(administrator, course);
    const [late, early, closed] = [
      await teaching.classroom(course),
      await teaching.classroom(course),
      await teaching.classroom(course, 'closed'),
    ];
    await teaching.join(closed, student, 'student', '2024-01-01');
    await teaching.join(late, student, 'student', '2025-03-01');
    await teaching.join(early, student, 'student', '2025-02-01');
    await teaching.submit(student, _id);
    expect(await teaching.stored(_id)).toMatchObject([{ classroom_id: early }]);
  });

  it('can be handed in by a student of one classroom who is an instructor in another classroom of the course', async () => {
    const course = await teaching.course();
    const { id, administrator, student } = await teaching.scene(course);
    const { _id } = await teaching.createInCourse(administrator, course);
    await teaching.join(await teaching.classroom(course), student, 'instructor', '2025-01-01');
    await teaching.submit(student, _id);
    expect(await teaching.stored(_id)).toMatchObject([{ classroom_id: id }]);
  });
});

describe('Handing in work a second time', () => {
  it('replaces what was submitted or sent back, under a new id and number', async () => {
    const { id, instructor, student } = await teaching.scene();
    const { _id } = await teaching.create(instructor, id);
    const first = await teaching.submit(student, _id, 'First.');
    const [before] = await teaching.stored(_id);
    const second = await teaching.submit(student, _id, 'Second.');
    await teaching.decide(instructor, second._id, { state: 'sent_back', words: 'Longer, please.' });
    expect(await teaching.list(student, id)).toMatchObject([
      { submission: { _id: second._id, state: 'sent_back', words: 'Longer, please.' } },
    ]);
    const third = await teaching.submit(student, _id, 'Third, and longer.');
    const stored = await teaching.stored(_id);
    expect(stored).toMatchObject([
      { id: third._id, text: 'Third, and longer.', state: 'submitted', words: null },
    ]);
    expect(new Set([first._id, second._id, third._id]).size).toBe(3);
    // By chance, the new number equals the former one once in a million times.
    expect(stored[0]?.number).not.toBe(before?.number);
  });

  it('is refused once the work is accepted', async () => {
    const { id, instructor, student } = await teaching.scene();
    const { _id } = await teaching.create(instructor, id);
    const submission = await teaching.submit(student, _id);
    await teaching.decide(instructor, submission._id, { state: 'accepted' });
    expect(await sending(student, _id)).toBe('submission_accepted');
    expect(await teaching.stored(_id)).toMatchObject([{ id: submission._id, state: 'accepted' }]);
  });

  it('leaves one submission, however many tabs hand in at the same time', async () => {
    const { id, instructor, student, other } = await teaching.scene();
    const { _id } = await teaching.create(instructor, id);
    const each = [1, 2, 3, 4].flatMap((n) => [
      sending(student, _id, { text: `Of the student, ${n}.` }),
      sending(other, _id, { text: `Of the other, ${n}.` }),
    ]);
    expect(new Set(await Promise.all(each))).toEqual(new Set([201]));
    expect(await teaching.stored(_id)).toHaveLength(2);
  });
});

describe('The number of a submission', () => {
  it('is drawn again when another submission of the classroom has it', async () => {
    const { id, instructor, student, other } = await teaching.scene();
    const elsewhere = await teaching.scene();
    const store = (classroomId: string, assignmentId: string, key: string, drawn: string[]) =>
      run.app
        .get(UnitOfWork)
        .run((tx) =>
          storeSubmission(
            tx,
            { assignmentId, classroomId, studentKey: Buffer.from(key), content: { text } },
            run.clock.now(),
            () => drawn.shift() ?? '999999',
          ),
        );
    const { _id } = await teaching.create(instructor, id);
    await store(id, _id, student._id, ['012345']);
    await store(id, _id, other._id, ['012345', '012345', '678901']);
    expect((await teaching.stored(_id)).map(({ number }) => number)).toEqual(['012345', '678901']);
    const there = await teaching.create(elsewhere.instructor, elsewhere.id);
    await store(elsewhere.id, there._id, student._id, ['012345']);
    expect(await teaching.stored(there._id)).toMatchObject([{ number: '012345' }]);
  });
});
