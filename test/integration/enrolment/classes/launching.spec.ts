import type { Session } from '../../../../contracts/enrolment/sessions';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { makePeople, makeResearcher, type TestPerson } from '../../../support/people/people';
import { notesRuntime } from '../../../support/people/recruiting';
import { makeStudy } from '../../studies/fixtures';
import { experimentFiles, versionRequestsOf } from '../../study-files/own-files';
import { classSessionsIn } from '../../teaching/rigs/class-sessions';

type Rig = ReturnType<typeof classSessionsIn>;
let run: RunningApp;
let rig: Rig;
let room: Awaited<ReturnType<Rig['buildingClass']>>;
beforeAll(async () => {
  run = await sharedApp();
  rig = classSessionsIn(run);
  room = await rig.buildingClass();
});
afterAll(() => run.close());

const launch = (session: string, who: TestPerson) =>
  rig.told('put', `/api/sessions/${session}/`, who, { state: 'active' });

describe('a session of a class study', () => {
  it('recruits only in its class', async () => {
    const study = await rig.classStudy(room.builder, room.id);
    const at = `/api/studies/${study}/sessions/`;
    const made = await rig.call<Session>('post', at, room.builder, { capacity: 5 });
    expect(made).toMatchObject({
      status: 201,
      body: { audience: 'classroom', privacy_level: 'anonymous', reward: null, link_key: null },
    });
    expect(await rig.told('post', at, room.builder, { capacity: 5, audience: 'classroom' })).toBe(
      201,
    );
    for (const more of [
      { audience: 'catalogue' },
      { audience: 'link' },
      { privacy_level: 'roster_on_start' },
      { additional_notes: 'Write to me.' },
    ])
      expect(await rig.told('post', at, room.builder, { capacity: 5, ...more })).toBe(
        'sandbox_only',
      );
    const session = `/api/sessions/${made.body._id}/`;
    for (const change of [
      { privacy_level: 'roster_on_completion' },
      { additional_notes: 'Write to me.' },
      { reward: { amount: 100, currency: 'EUR' } },
      { state: 'active', reward: { amount: 100, currency: 'EUR' } },
    ])
      expect(await rig.told('put', session, room.builder, change)).toBe('sandbox_only');
    const free = { capacity: 7, name: 'Monday', reward: null, additional_notes: null };
    expect(await rig.told('put', session, room.builder, free)).toBe(200);
    const researcher = await makeResearcher(run.source);
    const ordinary = await makeStudy(run, researcher);
    expect(
      await rig.told('post', `/api/studies/${ordinary}/sessions/`, researcher, {
        capacity: 5,
        audience: 'classroom',
      }),
    ).toBe('sandbox_only');
  });

  it('can be launched by a student who is no researcher once its content is approved', async () => {
    const study = await rig.launchable(room.builder, room.id);
    const session = await rig.sessionOf(study, room.builder);
    expect(await launch(session, room.builder)).toBe('review_needed');
    const digest = await rig.approve(study, room.id);
    expect(await launch(session, room.builder)).toBe(200);
    const [launched] = await run.source.query<[{ snapshot: object }]>(
      `SELECT snapshot - 'too_few_people' AS snapshot FROM research.session WHERE id = $1`,
      [session],
    );
    const content = await rig.contentOf(study);
    expect(launched.snapshot).toEqual(content.snapshot);
    expect(content.digest).toBe(digest);
  });

  it('is not called anonymous when fewer than five classmates could take part', async () => {
    const small = await rig.buildingClass();
    const told = async () => {
      const { session_id } = await rig.recruitInClass(small.builder, small.id);
      const { body } = await rig.call<Session>(
        'get',
        `/api/sessions/${session_id}/`,
        small.builder,
      );
      return [body.too_few_people, body.anonymity];
    };
    const join = async (count: number) => {
      for (const one of await makePeople(run.source, count)) await rig.join(small.id, one);
    };
    // The classroom has two students, besides the owner of the study.
    expect(await told()).toEqual([true, null]);
    await join(2);
    expect(await told()).toEqual([true, null]);
    await join(1);
    expect(await told()).toEqual([false, 'by_agreement']);
  });

  it('is not launched if any part of it was not approved', async () => {
    const study = await rig.launchable(room.builder, room.id);
    const session = await rig.sessionOf(study, room.builder);
    const versions = versionRequestsOf(run);
    const version = await versions.uploaded(study, room.builder, experimentFiles());
    await rig.approve(study, room.id);
    const changes: object[] = [
      { title: 'Other' },
      { description: 'Other words.' },
      { duration_minutes: 16 },
      { maximum_minutes: 99 },
      { additional_notes: 'Notes.' },
      { requirements: ['desktop'] },
      { allow_repeats: true },
      { offers_credit: true },
      { runtime: versions.hosted(version) },
    ];
    for (const change of changes) {
      await rig.must('put', `/api/studies/${study}/`, room.builder, change);
      expect([change, await launch(session, room.builder)]).toEqual([change, 'version_changed']);
      await rig.approve(study, room.id);
    }
    await rig.putFormInForce(study, 'Another form.');
    expect(await launch(session, room.builder)).toBe('version_changed');
    await rig.approve(study, room.id);
    // Fields of the session itself need no review.
    await rig.must('put', `/api/sessions/${session}/`, room.builder, { capacity: 9, name: 'Two' });
    expect(await launch(session, room.builder)).toBe(200);
  });

  it('is paused, closed and opened again without a review, since its content can no longer change', async () => {
    const { study_id, session_id } = await rig.recruitInClass(room.builder, room.id);
    await rig.must('put', `/api/studies/${study_id}/`, room.builder, { title: 'Other' });
    for (const state of ['paused', 'active', 'closed'])
      expect(await rig.told('put', `/api/sessions/${session_id}/`, room.builder, { state })).toBe(
        200,
      );
  });

  it('is launched only in an open classroom, by a student who builds studies there', async () => {
    const own = await rig.buildingClass();
    const study = await rig.launchable(own.builder, own.id);
    await rig.approve(study, own.id);
    const session = await rig.sessionOf(study, own.builder);
    for (const state of ['closed', 'archived'] as const) {
      await rig.setState(own.id, state);
      expect(await launch(session, own.builder)).toBe('classroom_closed');
    }
    await rig.setState(own.id, 'open');
    await rig.leave(own.id, own.builder);
    const other = await rig.buildingClass();
    await rig.join(other.id, own.builder);
    expect(await launch(session, own.builder)).toBe('forbidden');
  });

  it('can be closed by its group when the classroom is archived', async () => {
    const own = await rig.buildingClass();
    const { session_id } = await rig.recruitInClass(own.builder, own.id);
    await rig.setState(own.id, 'archived');
    const at = `/api/sessions/${session_id}/`;
    expect(await rig.told('put', at, own.builder, { state: 'paused' })).toBe(200);
    expect(await rig.told('put', at, own.builder, { state: 'closed' })).toBe(200);
    expect(await rig.told('get', `${at}roster/`, own.builder)).toBe(200);
  });

  it('can be paused, closed and exported when the class no longer lets its students build studies', async () => {
    const own = await rig.buildingClass();
    const { study_id, session_id } = await rig.recruitInClass(own.builder, own.id);
    await run.source.query(
      `INSERT INTO identity.study_collaborator (account_id, study_id, role, since) VALUES ($1, $2, 'analyst', now())`,
      [own.mate._id, study_id],
    );
    await rig.letBuild(own.id, false);
    const at = `/api/sessions/${session_id}/`;
    expect(await rig.told('put', at, own.builder, { state: 'paused' })).toBe(200);
    expect(await rig.told('put', at, own.builder, { state: 'closed' })).toBe(200);
    const bundle = { format: 'bundle' };
    expect(await rig.told('post', `/api/studies/${study_id}/exports/`, own.mate, bundle)).toBe(202);
    expect(await rig.told('get', '/api/studies/?scope=mine', own.mate)).toBe(200);
    expect(await rig.told('get', '/api/studies/?scope=mine', own.student)).toBe('forbidden');
    expect(await rig.told('post', `/api/studies/${study_id}/copies/`, own.builder)).toBe(
      'forbidden',
    );
    const next = await rig.sessionOf(study_id, own.builder);
    expect(await rig.told('put', `/api/sessions/${next}/`, own.builder, { state: 'active' })).toBe(
      'forbidden',
    );
  });
});

it('The database refuses class studies with forbidden fields or another class, whatever the code lets through', async () => {
  const study = await rig.classStudy(room.builder, room.id);
  const other = await rig.buildingClass();
  const set = (assignment: string, values: unknown[] = []) =>
    run.source.query(`UPDATE research.study SET ${assignment} WHERE id = $1`, [study, ...values]);
  for (const assignment of [
    `privacy_level = 'roster_on_start'`,
    `reward_amount = 1, reward_currency = 'EUR'`,
    `payment_terms = '{"how": "cash", "within_days": 1}'`,
    `eligibility = '[{"filter": "age"}]'`,
  ])
    await expect(set(assignment)).rejects.toThrow('study_of_class');
  await expect(set('classroom_id = $2', [other.id])).rejects.toThrow('a study keeps its class');
  await expect(set('runtime = $2', [notesRuntime])).resolves.toBeDefined();
});
