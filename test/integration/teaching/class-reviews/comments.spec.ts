import type { ReviewComment } from '../../../../contracts/teaching/class-studies';
import { teachingLimits } from '../../../../contracts/teaching/limits';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { makeResearcher, type TestPerson } from '../../../support/people/people';
import { classReviewRequestsOf } from '../rigs/reviews-rig';

let run: RunningApp;
let class_: ReturnType<typeof classReviewRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  class_ = classReviewRequestsOf(run);
});
afterAll(() => run.close());

async function scene() {
  const room = await class_.reviewedClass();
  return { ...room, study: await class_.classStudy(room.builder, room.id) };
}
const at = (study: string, rest = '') => `${class_.at(study)}comments/${rest}`;
const comment = (who: TestPerson, study: string, text: string, more: object = {}) =>
  class_.must<ReviewComment>(who, 'post', at(study), { part: 'title', text, ...more });
const changesOf = async (classroomId: string): Promise<number> => {
  const [row]: { n: number }[] = await run.source.query(
    `SELECT count(*)::int AS n FROM platform.outbox WHERE name = 'teaching.classroom-changed'
     AND data ->> 'classroom_id' = $1`,
    [classroomId],
  );
  return row?.n ?? 0;
};

describe('Comments on a study of a class', () => {
  it('are written and read by its students and the staff, beside the part that they are about', async () => {
    const { study, id, instructor, assistant, builder } = await scene();
    const before = await changesOf(id);
    const first = await comment(instructor, study, 'Say more.', { part: 'files', place: 'a.js' });
    expect(first).toMatchObject({
      ...{ part: 'files', place: 'a.js', text: 'Say more.', author: 'Ada Lovelace' },
      ...{ by_staff: true, own: true },
    });
    await comment(assistant, study, 'A question.', { place: '' });
    await comment(builder, study, 'An answer.');
    expect(await changesOf(id)).toBe(before + 3);
    const { comments } = await class_.read(builder, study);
    expect(comments.map(({ text, place, by_staff, own }) => [text, place, by_staff, own])).toEqual([
      ['Say more.', 'a.js', true, false],
      ['A question.', null, true, false],
      ['An answer.', null, false, true],
    ]);
  });

  it('can be removed only by their author', async () => {
    const { study, id, instructor, builder, student } = await scene();
    const { _id } = await comment(builder, study, 'Mine.');
    const remove = (who: TestPerson, of = study) => class_.told(who, 'delete', at(of, `${_id}/`));
    expect(await remove(instructor)).toBe('forbidden');
    expect(await remove(student)).toBe('not_found');
    expect(await remove(builder, await class_.classStudy(builder, id))).toBe('not_found');
    expect(await remove(builder)).toBe(204);
    expect(await remove(builder)).toBe('not_found');
    expect((await class_.read(instructor, study)).comments).toEqual([]);
  });

  it('can be neither read nor written by people outside of the group and the staff', async () => {
    const { study, student } = await scene();
    const body = { part: 'study', text: 'Let me in.' };
    for (const who of [student, await makeResearcher(run.source)])
      expect(await class_.told(who, 'post', at(study), body)).toBe('not_found');
  });

  it('are limited in number, also concurrently; those of the group leave room for those of the staff', async () => {
    const { study, builder, mate, instructor } = await scene();
    await class_.addToGroup(study, mate);
    const ofGroup = teachingLimits.comments - teachingLimits.commentsOfStaff;
    await run.source.query(
      `INSERT INTO identity.review_comment (id, study_id, part, text, created_at)
       SELECT gen_random_uuid(), $1, 'study', 'x', now() FROM generate_series(1, $2::integer)`,
      [study, ofGroup - 1],
    );
    const add = (who: TestPerson) =>
      class_.told(who, 'post', at(study), { part: 'study', text: 'Once more.' });
    const both = await Promise.all([add(builder), add(mate)]);
    expect(both.toSorted()).toEqual([201, 'too_many_comments']);
    expect(await add(instructor)).toBe(201);
  });

  it('remain without a name when the account of their author is deleted', async () => {
    const { study, instructor } = await scene();
    await run.source.query(
      `INSERT INTO identity.review_comment (id, study_id, part, text, created_at)
       VALUES (gen_random_uuid(), $1, 'study', 'Of who is gone.', now())`,
      [study],
    );
    expect((await class_.read(instructor, study)).comments).toMatchObject([
      { author: null, by_staff: false, own: false, text: 'Of who is gone.' },
    ]);
  });
});
