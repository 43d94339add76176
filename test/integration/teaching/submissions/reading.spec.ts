/** @long: `npm test -- long` repeats the simultaneous requests more often */
import type { BlindSubmission } from '../../../../contracts/teaching/assignments';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { triesInTestRun } from '../../../support/chance/lanes';
import { makePeople } from '../../../support/people/people';
import { assignmentRequestsOf } from '../rigs/assignments-rig';

let run: RunningApp;
let teaching: ReturnType<typeof assignmentRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  teaching = assignmentRequestsOf(run);
});
afterAll(() => run.close());

/** Makes a classroom of a course, with what its first student handed in. */
const handedIn = async (course?: string | null) => {
  const scene = await teaching.scene(course);
  const { _id } = await teaching.create(scene.instructor, scene.id);
  const submission = await teaching.submit(scene.student, _id);
  return { ...scene, assignment: _id, submission: submission._id };
};
const accepted = { state: 'accepted' } as const;
const sentBack = { state: 'sent_back', words: 'Longer, please.' } as const;

describe('The list of submissions', () => {
  it('can be read by staff only; students are refused, and others do not find it', async () => {
    const { id, instructor, assistant, student, stranger, administrator } = await handedIn();
    for (const who of [instructor, assistant]) expect(await teaching.read(who, id)).toHaveLength(1);
    const path = `/api/classrooms/${id}/submissions/`;
    expect(await teaching.told(student, 'get', path)).toBe('forbidden');
    for (const who of [stranger, administrator])
      expect(await teaching.told(who, 'get', path)).toBe('not_found');
  });

  it('has no name, no address, no account and no time finer than the day', async () => {
    const { id, assignment, submission, instructor, student } = await handedIn();
    const [one] = await teaching.read(instructor, id);
    const [row] = await teaching.stored(assignment);
    expect(one).toEqual({
      _id: submission,
      assignment_id: assignment,
      assignment_title: 'Read a paper',
      number: row?.number,
      state: 'submitted',
      text: 'My five hundred words.',
      has_pdf: false,
      words: null,
      day: run.clock.now().toISOString().slice(0, 10),
    });
    const said = JSON.stringify(one);
    for (const secret of [student._id, student.email]) expect(said).not.toContain(secret);
    // The id is a UUID of version 4, which is random and contains no time.
    expect(submission[14]).toBe('4');
  });

  it('is in random order, which does not depend on who handed in first', async () => {
    const { id, instructor } = await teaching.scene();
    const students = await makePeople(run.source, 12);
    const { _id } = await teaching.create(instructor, id);
    for (const student of students) {
      await teaching.join(id, student);
      await teaching.submit(student, _id, `By ${students.indexOf(student)}.`);
    }
    const all = await teaching.read(instructor, id);
    expect(all).toHaveLength(12);
    expect(all).toEqual([...all].sort((a, b) => (a.number < b.number ? -1 : 1)));
    const paged: BlindSubmission[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const next: { items: BlindSubmission[]; next_cursor: string | null } = await teaching.ask(
        instructor,
        'get',
        `/api/classrooms/${id}/submissions/?limit=5${cursor ? `&cursor=${cursor}` : ''}`,
      );
      paged.push(...next.items);
      cursor = next.next_cursor;
    }
    expect(paged).toEqual(all);
    // By chance, the list is in the order of submission only once in 12! (479 million) times.
    expect(all.map(({ text }) => text)).not.toEqual(students.map((_, n) => `By ${n}.`));
    const broken = `/api/classrooms/${id}/submissions/?cursor=e30`;
    expect(await teaching.told(instructor, 'get', broken)).toBe('validation_failed');
  });

  it('contains only submissions of one state if the request names that state', async () => {
    const { id, assignment, submission, instructor, other } = await handedIn();
    const second = await teaching.submit(other, assignment);
    await teaching.decide(instructor, submission, accepted);
    const idsOf = async (state: string) =>
      (await teaching.read(instructor, id, `?state=${state}`)).map(({ _id }) => _id);
    expect(await idsOf('accepted')).toEqual([submission]);
    expect(await idsOf('submitted')).toEqual([second._id]);
    expect(await idsOf('sent_back')).toEqual([]);
  });

  it('contains only the submissions of the classroom’s own students, also for an alternative assignment of the course', async () => {
    const first = await teaching.scene();
    const second = await teaching.scene(first.courseId);
    const { _id } = await teaching.createInCourse(first.administrator, first.courseId ?? '');
    await teaching.submit(first.student, _id, 'Of the first.');
    const other = await teaching.submit(second.student, _id, 'Of the second.');
    const texts = (await teaching.read(first.instructor, first.id)).map(({ text }) => text);
    expect(texts).toEqual(['Of the first.']);
    expect(
      await teaching.told(first.instructor, 'put', `/api/submissions/${other._id}/`, accepted),
    ).toBe('not_found');
  });
});

describe('A verdict of the staff', () => {
  it('can be given by staff only; the student is refused, and others do not find the submission', async () => {
    const { submission, assistant, student, other, stranger, administrator } = await handedIn();
    const decide = (who: typeof student) =>
      teaching.told(who, 'put', `/api/submissions/${submission}/`, accepted);
    expect(await decide(student)).toBe('forbidden');
    for (const who of [other, stranger, administrator]) expect(await decide(who)).toBe('not_found');
    expect(await decide(assistant)).toBe(200);
  });

  it('is refused to its student who has become an assistant', async () => {
    const { id, submission, student } = await handedIn();
    await run.source.query(
      `UPDATE identity.classroom_member SET role = 'assistant' WHERE classroom_id = $1 AND account_id = $2`,
      [id, student._id],
    );
    expect(await teaching.told(student, 'put', `/api/submissions/${submission}/`, accepted)).toBe(
      'forbidden',
    );
  });

  it('sends work back with a reason that can be changed, and then accepts it', async () => {
    const { id, assignment, submission, instructor, student } = await handedIn();
    expect(
      await teaching.told(instructor, 'put', `/api/submissions/${submission}/`, {
        state: 'sent_back',
      }),
    ).toBe('validation_failed');
    expect(await teaching.decide(instructor, submission, sentBack)).toMatchObject(sentBack);
    const others = { ...sentBack, words: 'Shorter, please.' };
    expect(await teaching.decide(instructor, submission, others)).toMatchObject(others);
    expect(await teaching.list(student, id)).toMatchObject([{ submission: others }]);
    expect(await teaching.decide(instructor, submission, accepted)).toMatchObject({
      ...accepted,
      words: null,
    });
    expect(await teaching.stored(assignment)).toMatchObject([{ state: 'accepted', credit: 'due' }]);
  });

  it('can be repeated without effect; accepted work stays accepted', async () => {
    const { assignment, submission, instructor, assistant } = await handedIn();
    for (const who of [instructor, assistant, instructor])
      expect(await teaching.decide(who, submission, accepted)).toMatchObject(accepted);
    expect(
      await teaching.told(instructor, 'put', `/api/submissions/${submission}/`, sentBack),
    ).toBe('submission_accepted');
    expect(await teaching.stored(assignment)).toMatchObject([{ state: 'accepted', credit: 'due' }]);
    const [{ n } = { n: 0 }]: { n: number }[] = await run.source.query(
      `SELECT count(*)::int AS n FROM platform.outbox
       WHERE name = 'teaching.submission-decided' AND data ->> 'submission_id' = $1`,
      [submission],
    );
    expect(n).toBe(1);
  });

  it('keeps the day of the verdict, and credit that was granted already', async () => {
    const { assignment, submission, instructor } = await handedIn();
    run.clock.advance(2 * 86_400_000);
    await teaching.decide(instructor, submission, accepted);
    const day = run.clock.now().toISOString().slice(0, 10);
    expect(await teaching.stored(assignment)).toMatchObject([{ day }]);
    await run.source.query(`UPDATE identity.submission SET credit = 'granted' WHERE id = $1`, [
      submission,
    ]);
    await teaching.decide(instructor, submission, accepted);
    expect(await teaching.stored(assignment)).toMatchObject([{ credit: 'granted' }]);
  });

  it('makes no credit due in a classroom without a course', async () => {
    const { assignment, submission, instructor } = await handedIn(null);
    await teaching.decide(instructor, submission, accepted);
    expect(await teaching.stored(assignment)).toMatchObject([
      { state: 'accepted', credit: 'none' },
    ]);
  });

  it('is refused in a classroom that is closed, where the list can still be read', async () => {
    const { id, submission, instructor } = await handedIn();
    await run.source.query(`UPDATE identity.classroom SET state = 'closed' WHERE id = $1`, [id]);
    expect(
      await teaching.told(instructor, 'put', `/api/submissions/${submission}/`, accepted),
    ).toBe('classroom_closed');
    expect(await teaching.read(instructor, id)).toMatchObject([{ state: 'submitted' }]);
  });

  it('about work that its student has replaced is answered with not found', async () => {
    const { assignment, submission, instructor, student } = await handedIn();
    const again = await teaching.submit(student, assignment, 'Again.');
    expect(
      await teaching.told(instructor, 'put', `/api/submissions/${submission}/`, accepted),
    ).toBe('not_found');
    expect(await teaching.stored(assignment)).toMatchObject([
      { id: again._id, state: 'submitted', credit: 'none' },
    ]);
  });

  it('accepts the work that was read, or leaves a concurrent new submission waiting', async () => {
    for (let round = 0; round < triesInTestRun(3, 30); round++) {
      const { assignment, submission, instructor, student } = await handedIn();
      const [verdict, again] = await Promise.all([
        teaching.told(instructor, 'put', `/api/submissions/${submission}/`, accepted),
        teaching.told(student, 'post', `/api/assignments/${assignment}/submissions/`, {
          text: 'Again.',
        }),
      ]);
      const [row, ...others] = await teaching.stored(assignment);
      expect(others).toEqual([]);
      expect([
        [200, 'submission_accepted', 'accepted', 'My five hundred words.', 'due'],
        ['not_found', 201, 'submitted', 'Again.', 'none'],
      ]).toContainEqual([verdict, again, row?.state, row?.text, row?.credit]);
    }
  });
});

describe('Live events about assignments', () => {
  it('are written for a change of assignments, and never for what a student hands in', async () => {
    const first = await teaching.scene();
    const second = await teaching.scene(first.courseId);
    const courseId = first.courseId ?? '';
    const changes = async () => {
      const rows: { name: string; id: string }[] = await run.source.query(
        `SELECT name, coalesce(data ->> 'classroom_id', data ->> 'submission_id') AS id FROM platform.outbox
         WHERE data ->> 'classroom_id' = ANY($1) ORDER BY id`,
        [[first.id, second.id]],
      );
      return rows.map(({ name, id }) => [name, id === first.id ? 'first' : 'second']);
    };
    const changed = 'teaching.classroom-changed';
    const { _id } = await teaching.create(first.instructor, first.id);
    expect(await changes()).toEqual([[changed, 'first']]);
    await teaching.createInCourse(first.administrator, courseId);
    const both = [
      [changed, 'first'],
      [changed, 'first'],
      [changed, 'second'],
    ];
    expect((await changes()).sort()).toEqual(both);
    await teaching.submit(first.student, _id);
    expect((await changes()).sort()).toEqual(both);
  });
});
