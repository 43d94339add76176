/** @long: `npm test -- long` repeats the simultaneous requests more often */
import { randomUUID } from 'node:crypto';
import type { QueryRunner } from 'typeorm';
import { startApp, type RunningApp } from '../../../support/app/app';
import { triesInTestRun } from '../../../support/chance/lanes';
import { eventually } from '../../../support/chance/wait';
import { countLockWaits } from '../../../support/engines/locks';
import type { TestPerson } from '../../../support/people/people';
import { classReviewRequestsOf } from '../rigs/reviews-rig';

let run: RunningApp;
let class_: ReturnType<typeof classReviewRequestsOf>;
beforeAll(async () => {
  // The tests count the connections that wait for locks, so nothing else may use their database.
  run = await startApp();
  class_ = classReviewRequestsOf(run);
});
afterAll(() => run.close());

/** Makes an approved study of a class, and a session of it that is not launched. */
async function approved() {
  const room = await class_.reviewedClass();
  const study = await class_.built(room.builder, room.id);
  await class_.approved(room.builder, room.instructor, study);
  return { ...room, study, session: await class_.session(room.builder, study) };
}
type Scene = Awaited<ReturnType<typeof approved>>;

/**
 * Does the work in a transaction, starts the call, and commits as soon as the call waits for a lock
 * of the transaction.
 * @returns what the call answers
 */
async function meanwhile<T>(work: (db: QueryRunner) => Promise<void>, call: () => Promise<T>) {
  const db = run.source.createQueryRunner();
  try {
    await db.startTransaction();
    await work(db);
    const answer = call();
    await eventually(
      () => countLockWaits(run.source),
      (waiting) => waiting > 0,
    );
    await db.commitTransaction();
    return await answer;
  } finally {
    await db.release();
  }
}
const withdrawn = (scene: Scene) => (db: QueryRunner) =>
  db.query(
    `WITH study AS (SELECT id FROM research.study WHERE id = $2 FOR UPDATE)
     INSERT INTO identity.class_review
       (id, study_id, classroom_id, state, digest, content, submitted_at, decided_by, decided_at)
     SELECT $1, r.study_id, r.classroom_id, 'changes_asked', r.digest, r.content, r.submitted_at + interval '1 second', $3,
       now()
     FROM identity.class_review r JOIN study ON study.id = r.study_id`,
    [randomUUID(), scene.study, scene.instructor._id],
  ) as Promise<void>;
const closed = (scene: Scene) => (db: QueryRunner) =>
  db.query(`UPDATE identity.classroom SET state = 'closed' WHERE id = $1`, [
    scene.id,
  ]) as Promise<void>;

describe('A launch of a study of a class', () => {
  it('waits for a concurrent withdrawal of the approval by an instructor, and is then refused', async () => {
    const scene = await approved();
    const launch = () => class_.open(scene.builder, scene.session);
    expect(await meanwhile(withdrawn(scene), launch)).toBe('review_needed');
  });

  it('waits for an instructor who is just closing the classroom, and is then refused', async () => {
    const scene = await approved();
    const launch = () => class_.open(scene.builder, scene.session);
    expect(await meanwhile(closed(scene), launch)).toBe('classroom_closed');
  });

  it('is processed either before or after the end of its approval', async () => {
    for (let round = 0; round < triesInTestRun(2, 10); round++) {
      const { study, session, builder, instructor } = await approved();
      const decision = await class_.decision(instructor, study, 'changes_asked');
      const [launched, takenBack] = await Promise.all([
        class_.open(builder, session),
        class_.told(instructor, 'put', class_.at(study), decision),
      ]);
      expect(takenBack).toBe(200);
      expect([200, 'review_needed']).toContain(launched);
      expect(await class_.launch(builder, study)).toBe('review_needed');
    }
  });
});

describe('A submission for review', () => {
  it('waits for an instructor who is just closing the classroom, and is then refused', async () => {
    const room = await class_.reviewedClass();
    const study = await class_.built(room.builder, room.id);
    const submit = () => class_.told(room.builder, 'post', class_.at(study), {});
    const scene = { ...room, study, session: '' };
    expect(await meanwhile(closed(scene), submit)).toBe('classroom_closed');
    const forms: object[] = await run.source.query(
      `SELECT id FROM research.consent WHERE study_id = $1`,
      [study],
    );
    expect(forms).toEqual([]);
  });

  it('by two of a group at the same moment is stored once', async () => {
    const { id, builder, mate } = await class_.reviewedClass();
    const study = await class_.built(builder, id);
    await class_.addToGroup(study, mate);
    const submit = (who: TestPerson) => class_.told(who, 'post', class_.at(study), {});
    const both = await Promise.all([submit(builder), submit(mate)]);
    expect(both.toSorted()).toEqual([201, 'illegal_transition']);
    const [count]: { reviews: number; forms: number }[] = await run.source.query(
      `SELECT (SELECT count(*)::int FROM identity.class_review WHERE study_id = $1) AS reviews,
         (SELECT count(*)::int FROM research.consent WHERE study_id = $1) AS forms`,
      [study],
    );
    expect(count).toEqual({ reviews: 1, forms: 1 });
  });

  it('is approved once, also by two instructors at the same moment', async () => {
    const { id, builder, instructor, assistant } = await class_.reviewedClass();
    await run.source.query(
      `UPDATE identity.classroom_member SET role = 'instructor' WHERE classroom_id = $1 AND account_id = $2`,
      [id, assistant._id],
    );
    const study = await class_.built(builder, id);
    await class_.submit(builder, study);
    const decision = await class_.decision(instructor, study, 'approved');
    const decide = (who: TestPerson) => class_.told(who, 'put', class_.at(study), decision);
    const both = await Promise.all([decide(instructor), decide(assistant)]);
    expect(both.toSorted()).toEqual([200, 'illegal_transition']);
  });

  it('that is changed at the moment of its approval is not launched with the change', async () => {
    for (let round = 0; round < triesInTestRun(2, 10); round++) {
      const { id, builder, instructor } = await class_.reviewedClass();
      const study = await class_.built(builder, id);
      await class_.submit(builder, study);
      const decision = await class_.decision(instructor, study, 'approved');
      const [decided] = await Promise.all([
        class_.told(instructor, 'put', class_.at(study), decision),
        class_.change(builder, study, { title: 'Changed' }),
      ]);
      expect([200, 'version_changed']).toContain(decided);
      const refused = decided === 200 ? 'version_changed' : 'review_needed';
      expect(await class_.launch(builder, study)).toBe(refused);
    }
  });
});
