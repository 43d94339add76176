import { sharedApp } from '../../../support/app/shared-app';
import type { RunningApp } from '../../../support/app/launch-app';
import { bodyOf } from '../../../support/app/body-of';
import { makePerson, makeResearcher, type TestPerson } from '../../../support/people/people';
import { recruit } from '../../../support/people/recruiting';
import { makeConsent, makeStudy, newStudy } from '../../studies/fixtures';
import { errorCodeOf, privacyLevelRequestsOf } from './levels';

const after = (...studies: string[]) => ({
  eligibility: [{ filter: 'completed_any_of', studies }],
});
const named = { privacy_level: 'roster_on_start' } as const;

describe('The anonymity of a launched session', () => {
  let run: RunningApp;
  let on: ReturnType<typeof privacyLevelRequestsOf>;
  let researcher: TestPerson;
  beforeAll(async () => {
    run = await sharedApp();
    on = privacyLevelRequestsOf(run);
  });
  beforeEach(async () => void (researcher = await makeResearcher(run.source)));
  afterAll(() => run.close());
  /** Makes a study that is ready to launch, with a session that is not launched. */
  const planned = async (details: object, level: 'anonymous' | 'roster_on_start') => {
    const study_id = await makeStudy(run, researcher, details);
    await makeConsent(run, researcher, study_id);
    const { _id } = await bodyOf<{ _id: string }>(
      on.create({ study_id, researcher }, level).expect(201),
    );
    return { study_id, session_id: _id };
  };
  const change = (path: string, body: object) => on.send('put', path, researcher, body);
  const code = async (answer: PromiseLike<{ body: unknown }>) => errorCodeOf(await answer);

  it('cannot be lowered by a later session of the study that shows names', async () => {
    const r = await recruit(run, { researcher });
    for (const level of ['roster_on_completion', 'roster_on_start'] as const)
      expect(await code(on.create(r, level))).toBe('privacy_level_lowered');
    const { _id } = await bodyOf<{ _id: string }>(on.create(r, 'anonymous').expect(201));
    expect(await code(change(`/api/sessions/${_id}/`, named))).toBe('privacy_level_lowered');
    await on.launch(_id, researcher).expect(200);
    await change(`/api/sessions/${r.session_id}/`, { state: 'closed' }).expect(200);
    expect(await code(on.create(r, 'roster_on_start'))).toBe('privacy_level_lowered');
  });

  it('cannot be lowered by a session with names that was created before the launch', async () => {
    const r = await planned({}, 'roster_on_start');
    await on.another({ ...r, researcher, consent: { _id: '', sha256: '' } }, 'anonymous');
    expect(await code(on.launch(r.session_id, researcher))).toBe('privacy_level_lowered');
  });

  it('is kept by concurrent launches: a session that shows names launches before the anonymous one, or is refused', async () => {
    const { study_id, session_id } = await planned({}, 'roster_on_start');
    const sessions = [session_id];
    for (const level of ['anonymous', 'roster_on_completion', 'roster_on_start'] as const)
      sessions.push(
        (await bodyOf<{ _id: string }>(on.create({ study_id, researcher }, level)))._id,
      );
    await Promise.all(sessions.map((session) => on.launch(session, researcher)));
    const launched: { privacy_level: string }[] = await run.source.query(
      `SELECT privacy_level FROM research.session
       WHERE study_id = $1 AND launched_at IS NOT NULL ORDER BY xmin::text::bigint`,
      [study_id],
    );
    const levels = launched.map((s) => s.privacy_level);
    const order = ['roster_on_start', 'roster_on_completion', 'anonymous'];
    expect(levels).toEqual([...levels].sort((a, b) => order.indexOf(a) - order.indexOf(b)));
    expect(levels).toContain('anonymous');
  });

  it('keeps a follow-up study anonymous, from its first draft to its launch', async () => {
    const first = await recruit(run, { researcher });
    const rule = after(first.study_id);
    const follow = (body: object) =>
      on.send('post', '/api/studies/', researcher, { ...newStudy, ...body });
    expect(await code(follow({ ...named, ...rule }))).toBe('would_reveal');
    const other = await makeStudy(run, researcher, named);
    expect(await code(change(`/api/studies/${other}/`, rule))).toBe('would_reveal');
    const second = await makeStudy(run, researcher, rule);
    expect(await code(change(`/api/studies/${second}/`, named))).toBe('would_reveal');
    await change(`/api/studies/${second}/`, { title: 'Another title' }).expect(200);
    expect(await code(on.create({ study_id: second, researcher }, 'roster_on_start'))).toBe(
      'would_reveal',
    );
    const { _id } = await bodyOf<{ _id: string }>(
      on.create({ study_id: second, researcher }, 'anonymous').expect(201),
    );
    expect(await code(change(`/api/sessions/${_id}/`, named))).toBe('would_reveal');
    await makeConsent(run, researcher, second);
    await on.launch(_id, researcher).expect(200);
    expect(await code(follow({ ...named, ...after(second) }))).toBe('would_reveal');
  });

  it('keeps a study from launching anonymously while a follow-up with names depends on it', async () => {
    const { study_id, session_id } = await planned({}, 'anonymous');
    const follower = await planned({ ...named, ...after(study_id) }, 'roster_on_start');
    expect(await code(on.launch(session_id, researcher))).toBe('would_reveal');
    await on.launch(follower.session_id, researcher).expect(200);
    expect(await code(on.create({ study_id, researcher }, 'anonymous'))).toBe('would_reveal');
    await change(`/api/sessions/${follower.session_id}/`, { state: 'closed' }).expect(200);
    expect(await code(on.launch(session_id, researcher))).toBe('would_reveal');
    await change(`/api/studies/${follower.study_id}/`, { eligibility: [] }).expect(200);
    await on.launch(session_id, researcher).expect(200);
  });

  it('is kept if an anonymous launch and a follow-up with names are requested concurrently: one is refused', async () => {
    for (let i = 0; i < 6; i++) {
      const { study_id, session_id } = await planned({}, 'anonymous');
      const answers = await Promise.all([
        on.launch(session_id, researcher),
        on.send('post', '/api/studies/', researcher, {
          ...newStudy,
          ...named,
          ...after(study_id),
        }),
      ]);
      expect(answers.map((answer) => errorCodeOf(answer) === 'would_reveal').sort()).toEqual([
        false,
        true,
      ]);
    }
  });

  it('is protected from rules of other researchers: a rule that names their studies is not found', async () => {
    const theirs = await recruit(run);
    const rule = after(theirs.study_id);
    const own = await makeStudy(run, researcher);
    for (const answer of [
      await on.send('post', '/api/studies/', researcher, { ...newStudy, ...rule }),
      await change(`/api/studies/${own}/`, rule),
    ])
      expect([answer.status, errorCodeOf(answer)]).toEqual([404, 'not_found']);
    await run.source.query('UPDATE research.study SET eligibility = $2 WHERE id = $1', [
      own,
      JSON.stringify(rule.eligibility),
    ]);
    expect(await code(on.create({ study_id: own, researcher }, 'anonymous'))).toBe('not_found');
  });

  it('leaves participants the titles of the earlier studies that admit them, as launched', async () => {
    const first = await recruit(run, { researcher, title: 'Faces one' });
    await change(`/api/studies/${first.study_id}/`, { title: 'Not launched' }).expect(200);
    const second = await recruit(run, {
      researcher,
      eligibility: [
        { filter: 'completed_any_of', studies: [first.study_id] },
        { filter: 'completed_none_of', studies: [await makeStudy(run, researcher)] },
      ],
    });
    const person = await makePerson(run.source);
    for (const headers of [person.headers, {}, researcher.headers])
      expect(
        (await run.http().get(`/api/studies/${second.study_id}/`).set(headers)).body,
      ).toMatchObject({ follows: [{ filter: 'completed_any_of', titles: ['Faces one'] }] });
    expect(
      (await run.http().get(`/api/studies/${second.study_id}/`).set(person.headers)).body,
    ).toMatchObject({ eligibility: [] });
  });
});
