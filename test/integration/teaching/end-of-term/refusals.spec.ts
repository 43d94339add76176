import { days, utcDay } from '../../../../server/platform/concurrency/clock';
import { startApp, TestClock, type SeparateApp } from '../../../support/app/app';
import { makeResearcher } from '../../../support/people/people';
import { recruit } from '../../../support/people/recruiting';
import { classStudyCallsOf } from '../rigs/class-studies';

// An application with its own tables, since its jobs process all classrooms.
const clock = new TestClock();
let run: SeparateApp;
let term: ReturnType<typeof classStudyCallsOf>;
beforeAll(async () => {
  run = await startApp({ clock });
  term = classStudyCallsOf(run);
});
afterAll(() => run.close());
beforeEach(() => clock.reset());

/**
 * Erases a study under the database role of the jobs.
 * @returns the error, or whether the study was erased
 */
const erased = async (studyId: string): Promise<unknown> => {
  try {
    const [row]: { done: boolean }[] = await run.source.query(
      `SELECT research.erase_class_study($1::uuid, $2::date) AS done`,
      [studyId, utcDay(clock.now())],
    );
    return row?.done;
  } catch (error) {
    return (error as { message: string }).message;
  }
};
const isThere = async (studyId: string) =>
  (await run.source.query<object[]>(`SELECT 1 FROM research.study WHERE id = $1`, [studyId]))
    .length > 0;
const termHasNotEnded = 'only a study of a class whose term has ended is erased';
const study = async (options: object = {}) => recruit(run, { reward: null, ...options });

describe('The database at the end of term', () => {
  it('erases no study that belongs to no class', async () => {
    const { study_id } = await study();
    clock.advance(days(1_000));
    expect(await erased(study_id)).toBe(termHasNotEnded);
    expect(await isThere(study_id)).toBe(true);
  });

  it('erases a class study when thirty whole days have passed since the mail about it, and not before', async () => {
    const [r, classroomId] = [await study(), await term.classroom()];
    await term.ofClass(r, classroomId);
    clock.advance(days(400));
    expect(await erased(r.study_id)).toBe(termHasNotEnded);
    await term.archive(classroomId);
    clock.advance(days(400));
    expect(await erased(r.study_id)).toBe(termHasNotEnded);
    await term.tell();
    clock.advance(days(30));
    expect(await erased(r.study_id)).toBe(termHasNotEnded);
    expect(await isThere(r.study_id)).toBe(true);
    clock.advance(days(1));
    expect(await erased(r.study_id)).toBe(true);
    expect(await isThere(r.study_id)).toBe(false);
    expect(await erased(r.study_id)).toBe(true);
  });

  it('erases no class study that has money, and goes on with the other ones of its class', async () => {
    const [r, second, classroomId] = [await study(), await study(), await term.classroom()];
    for (const one of [r, second]) await term.ofClass(one, classroomId);
    await term.join(classroomId, r.researcher);
    await term.asOwner(async (owner) => {
      await owner.query(
        `INSERT INTO research.bonus (id, session_id, kind, reason, people, total, fee, currency, day, request_key, digest)
         VALUES (gen_random_uuid(), $1, 'bonus', 'Thanks', 1, 100, 0, 'EUR', now(), 'k', '')`,
        [r.session_id],
      );
    });
    await term.archive(classroomId);
    clock.advance(days(180));
    await term.tell();
    clock.advance(days(31));
    expect(await erased(r.study_id)).toBe('a study of a class has money');
    expect(await isThere(r.study_id)).toBe(true);
    // If the job cannot erase one study, it still erases all other studies, in the same class and
    // in other classes.
    const [other, going] = [await study(), await term.classroom()];
    await term.ofClass(other, going);
    await term.archive(going);
    clock.advance(days(180));
    await term.tell();
    clock.advance(days(31));
    await expect(term.erase()).rejects.toThrow('1 classrooms could not be erased');
    expect([await isThere(second.study_id), await isThere(other.study_id)]).toEqual([false, false]);
    expect(await term.stateOf(classroomId)).toMatchObject({ erased: null });
    const members = () =>
      run.source.query<object[]>(
        `SELECT 1 FROM identity.classroom_member WHERE classroom_id = $1`,
        [classroomId],
      );
    expect(await members()).toHaveLength(1);
    // An erasure that stopped halfway continues with the next run.
    await term.asOwner(async (owner) => {
      await owner.query(`DELETE FROM research.bonus WHERE session_id = $1`, [r.session_id]);
    });
    expect([await term.erase(), await term.erase()]).toEqual([1, 0]);
    expect([await isThere(r.study_id), (await members()).length]).toEqual([false, 0]);
  });

  it('erases a classroom once when several jobs run at the same moment', async () => {
    const [r, classroomId] = [await study(), await term.classroom()];
    await term.ofClass(r, classroomId);
    await term.archive(classroomId);
    clock.advance(days(180));
    expect(await Promise.all([term.tell(), term.tell()]).then(([a, b]) => a + b)).toBe(1);
    clock.advance(days(31));
    const erased = await Promise.all([term.erase(), term.erase(), term.erase()]);
    expect(erased.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(await isThere(r.study_id)).toBe(false);
  });

  it('lets no rule of another study name a class study', async () => {
    const [r, classroomId] = [await study(), await term.classroom()];
    await term.ofClass(r, classroomId);
    const answer = await run
      .http()
      .post('/api/studies/')
      .set(r.researcher.headers)
      .send({
        title: 'Next',
        description: 'More of it',
        duration_minutes: 10,
        privacy_level: 'anonymous',
        eligibility: [{ filter: 'completed_any_of', studies: [r.study_id] }],
      });
    expect(answer.status).toBe(404);
  });

  it('lets no role of the application call the functions that erase', async () => {
    for (const role of ['commonlab_app', 'commonlab_link', 'commonlab_export'])
      await expect(
        run.source.transaction(async (manager) => {
          await manager.query(`SET LOCAL ROLE ${role}`);
          await manager.query(`SELECT research.erase_rows('research.study', 'true')`);
        }),
      ).rejects.toThrow('permission denied');
    const [row]: { n: number }[] = await run.source.query(
      `SELECT count(*)::int AS n FROM pg_proc p CROSS JOIN LATERAL aclexplode(p.proacl) a
       WHERE p.proname = 'erase_class_study' AND a.privilege_type = 'EXECUTE' AND a.grantee::regrole::text = ANY($1)`,
      [['commonlab_link', 'commonlab_export', 'commonlab_answers', '-']],
    );
    expect(row?.n).toBe(0);
  });

  it('keeps an erased classroom closed to students who build studies', async () => {
    const instructor = await makeResearcher(run.source);
    const classroomId = await term.classroom();
    await term.join(classroomId, instructor, 'instructor');
    await term.archive(classroomId);
    clock.advance(days(180));
    await term.tell();
    clock.advance(days(31));
    await term.erase().catch(() => 0);
    expect(await term.stateOf(classroomId)).toMatchObject({ students_build: false });
    await expect(
      run.source.query(`UPDATE identity.classroom SET students_build = true WHERE id = $1`, [
        classroomId,
      ]),
    ).rejects.toThrow('classroom_erased_check');
  });
});
