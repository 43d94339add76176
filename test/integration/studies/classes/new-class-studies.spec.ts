import type { Study } from '../../../../contracts/studies/studies';
import { teachingLimits } from '../../../../contracts/teaching/limits';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { makePerson, makeResearcher, type TestPerson } from '../../../support/people/people';
import { notesRuntime } from '../../../support/people/recruiting';
import { classSessionsIn } from '../../teaching/rigs/class-sessions';
import { newStudy } from '../fixtures';

let run: RunningApp;
let rig: ReturnType<typeof classSessionsIn>;
beforeAll(async () => {
  run = await sharedApp();
  rig = classSessionsIn(run);
});
afterAll(() => run.close());

const plain = { ...newStudy, runtime: null };
const create = (who: TestPerson, more: object = {}) =>
  rig.call<Study>('post', '/api/studies/', who, { ...plain, ...more });
const toldOf = (who: TestPerson, more: object = {}) =>
  rig.told('post', '/api/studies/', who, { ...plain, ...more });

/** Fields of a study that a study of a class may not have. */
const forbidden: Readonly<Record<string, object>> = {
  reward: { reward: { amount: 100, currency: 'EUR' } },
  'payment terms': { payment_terms: { how: 'cash', within_days: 1 } },
  'names on completion': { privacy_level: 'roster_on_completion' },
  'names on start': { privacy_level: 'roster_on_start' },
  'a rule': { eligibility: [{ filter: 'age', range: { lower: 18 } }] },
  'a runtime by notes': { runtime: notesRuntime },
  'a runtime elsewhere': {
    runtime: { kind: 'external', url: 'https://example.org/{participant}' },
  },
  'a runtime on site': { runtime: { kind: 'onsite' } },
  'a runtime by video': { runtime: { kind: 'video' } },
};

describe('making a study of a class', () => {
  let room: Awaited<ReturnType<typeof rig.buildingClass>> | undefined;

  it('is possible for students of a classroom that lets them build studies, and the study belongs to that class', async () => {
    const room = await rig.buildingClass();
    const made = await create(room.builder, { classroom_id: room.id });
    expect(made).toMatchObject({
      status: 201,
      body: { classroom_id: room.id, role: 'owner', privacy_level: 'anonymous', state: 'draft' },
    });
    const list = await rig.call<{ items: { classroom_id: string }[] }>(
      'get',
      '/api/studies/?scope=mine',
      room.builder,
    );
    expect(list.body.items).toMatchObject([{ _id: made.body._id, classroom_id: room.id }]);
    const other = await rig.buildingClass();
    for (const who of [room.instructor, room.assistant, other.builder])
      expect(await toldOf(who, { classroom_id: room.id })).toBe(
        who === room.assistant ? 'forbidden' : 'not_found',
      );
  });

  it('is refused when the classroom no longer lets its students build studies', async () => {
    const room = await rig.buildingClass();
    await rig.letBuild(room.id, false);
    expect(await toldOf(room.builder, { classroom_id: room.id })).toBe('forbidden');
    await rig.letBuild(room.id);
    await rig.leave(room.id, room.builder);
    expect(await toldOf(room.builder, { classroom_id: room.id })).toBe('forbidden');
  });

  it('is refused to a student who has the allowed number of studies in the class, also concurrently', async () => {
    const room = await rig.buildingClass();
    const study = await rig.classStudy(room.builder, room.id);
    await run.source.query(
      `INSERT INTO research.study (id, owner_id, classroom_id, title, description, duration_minutes, maximum_minutes,
         privacy_level, requirements, eligibility, allow_repeats, state, created_at, updated_at)
       SELECT gen_random_uuid(), owner_id, classroom_id, title, description, duration_minutes, maximum_minutes, privacy_level,
         requirements, eligibility, allow_repeats, 'archived', created_at, updated_at
       FROM research.study, generate_series(3, $2::integer) WHERE id = $1`,
      [study, teachingLimits.classStudies],
    );
    const making = [
      toldOf(room.builder, { classroom_id: room.id }),
      rig.told('post', `/api/studies/${study}/copies/`, room.builder),
    ];
    expect((await Promise.all(making)).toSorted()).toEqual([201, 'too_many_class_studies']);
    expect(await toldOf(room.mate, { classroom_id: room.id })).toBe(201);
  });

  it.each(['draft', 'closed', 'archived'] as const)(
    'is refused in a classroom that is %s, where the list is still read',
    async (state) => {
      const room = await rig.buildingClass(null, state);
      expect(await toldOf(room.builder, { classroom_id: room.id })).toBe('classroom_closed');
      expect(await toldOf(room.builder)).toBe('classroom_closed');
      expect(await rig.told('get', '/api/studies/?scope=mine', room.builder)).toBe(200);
    },
  );

  it('needs a named classroom only from a student who builds studies in several', async () => {
    const room = await rig.buildingClass();
    expect((await create(room.builder)).body).toMatchObject({ classroom_id: room.id });
    const other = await rig.buildingClass();
    await rig.join(other.id, room.builder);
    const refused = await create(room.builder);
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'classroom_id', code: 'required' }] },
    });
    await rig.setState(other.id, 'closed');
    expect((await create(room.builder)).body).toMatchObject({ classroom_id: room.id });
    expect(await toldOf(room.builder, { classroom_id: other.id })).toBe('classroom_closed');
  });

  it('lets researchers make ordinary studies, and class studies in classes where they build studies as students', async () => {
    const room = await rig.buildingClass();
    const researcher = await makeResearcher(run.source);
    expect(await toldOf(researcher, { classroom_id: room.id })).toBe('not_found');
    await rig.join(room.id, researcher);
    expect((await create(researcher)).body).toMatchObject({ classroom_id: null });
    expect((await create(researcher, { classroom_id: room.id })).body).toMatchObject({
      classroom_id: room.id,
    });
  });

  it('is refused to participants', async () => {
    expect(await toldOf(await makePerson(run.source))).toBe('forbidden');
  });

  it.each(Object.entries(forbidden))('is refused with %s, then and later', async (_, fields) => {
    room ??= await rig.buildingClass();
    expect(await toldOf(room.builder, { classroom_id: room.id, ...fields })).toBe('sandbox_only');
    const { body } = await create(room.builder, { classroom_id: room.id });
    const at = `/api/studies/${body._id}/`;
    expect(await rig.told('put', at, room.builder, fields)).toBe('sandbox_only');
    expect((await rig.call<Study>('get', at, room.builder)).body.version).toBe(1);
  });

  it('lets its group change all other fields of the study', async () => {
    const room = await rig.buildingClass();
    const study = await rig.launchable(room.builder, room.id);
    const change = {
      title: 'Another title',
      allow_repeats: true,
      offers_credit: true,
      requirements: ['desktop'],
      additional_notes: 'Use headphones.',
      reward: null,
      payment_terms: null,
      eligibility: [],
      privacy_level: 'anonymous',
    };
    const changed = await rig.call<Study>('put', `/api/studies/${study}/`, room.builder, change);
    expect(changed).toMatchObject({ status: 200, body: change });
    await rig.setState(room.id, 'archived');
    expect(
      await rig.told('put', `/api/studies/${study}/`, room.builder, { title: 'At home' }),
    ).toBe(200);
  });

  it('hides its class from callers without a role', async () => {
    const room = await rig.buildingClass();
    const { study_id } = await rig.recruitInClass(room.builder, room.id);
    const seen = await rig.call<Study>('get', `/api/studies/${study_id}/`, room.student);
    expect(seen).toMatchObject({ status: 200, body: { classroom_id: null, own: false } });
  });
});

describe('the people of a class study cannot', () => {
  it('publish, take over or withdraw a consent form: it is the form of the class', async () => {
    const room = await rig.buildingClass();
    const study = await rig.launchable(room.builder, room.id);
    const at = `/api/studies/${study}/consent/`;
    const form = { title: 'Consent', body_markdown: 'Ours.' };
    expect(await rig.told('put', at, room.builder, form)).toBe('sandbox_only');
    const { consent } = await rig.contentOf(study);
    const withdrawal = { state: 'invalid', reason: 'It was wrong.' };
    expect(await rig.told('put', `${at}${consent?.id}/`, room.builder, withdrawal)).toBe(
      'sandbox_only',
    );
    await run.source.query(`UPDATE research.consent SET state = 'draft' WHERE study_id = $1`, [
      study,
    ]);
    expect(await rig.told('put', `${at}${consent?.id}/published/`, room.builder, {})).toBe(
      'sandbox_only',
    );
  });

  it('pass the study on to another owner, or open a roster', async () => {
    const room = await rig.buildingClass();
    const owner = await makeResearcher(run.source);
    await rig.join(room.id, owner);
    const study = await rig.classStudy(owner, room.id);
    await run.source.query(
      `INSERT INTO identity.study_collaborator (account_id, study_id, role, since) VALUES ($1, $2, 'editor', now())`,
      [room.mate._id, study],
    );
    const offer = { account: room.mate._id, stays: true };
    expect(await rig.told('post', `/api/studies/${study}/transfer/`, owner, offer)).toBe(
      'sandbox_only',
    );
    const roster = `/api/studies/${study}/collaborators/${room.mate._id}/roster/`;
    expect(await rig.told('put', roster, owner, { open: true })).toBe('sandbox_only');
    expect(await rig.told('put', roster, room.builder, { open: true })).toBe('forbidden');
  });

  it('import a study', async () => {
    const room = await rig.buildingClass();
    expect(await rig.told('post', '/api/studies/import/', room.builder)).toBe('forbidden');
  });
});
