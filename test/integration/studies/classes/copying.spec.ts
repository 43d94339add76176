import type { Study } from '../../../../contracts/studies/studies';
import { DomainError } from '../../../../server/platform/errors/errors';
import {
  StudyTemplateRegistry,
  type StudyFromTemplate,
} from '../../../../server/studies/template-keeper';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { makeResearcher, type TestPerson } from '../../../support/people/people';
import { classSessionsIn } from '../../teaching/rigs/class-sessions';
import { makeConsent, makeStudy } from '../fixtures';

let run: RunningApp;
let rig: ReturnType<typeof classSessionsIn>;
beforeAll(async () => {
  run = await sharedApp();
  rig = classSessionsIn(run);
});
afterAll(() => run.close());

const copy = (study: string, who: TestPerson, query = '') =>
  rig.call<Study>('post', `/api/studies/${study}/copies/${query}`, who);
const toldOf = async (study: string, who: TestPerson, query = '') => {
  const { status, body } = await copy(study, who, query);
  return status < 400 ? status : body.code;
};

describe('a copy of a class study', () => {
  it('belongs to the same class, without the consent form', async () => {
    const room = await rig.buildingClass();
    const study = await rig.launchable(room.builder, room.id, { offers_credit: true });
    const made = await copy(study, room.builder);
    expect(made).toMatchObject({
      status: 201,
      body: { classroom_id: room.id, offers_credit: true, consent: null, state: 'draft' },
    });
    expect(made.body.runtime).toMatchObject({ kind: 'hosted' });
    const forms: unknown[] = await run.source.query(
      `SELECT 1 FROM research.consent WHERE study_id = $1`,
      [made.body._id],
    );
    expect(forms).toEqual([]);
  });

  it('cannot belong to a different class, and is made only in an open class by a student who builds studies there', async () => {
    const room = await rig.buildingClass();
    const other = await rig.buildingClass();
    await rig.join(other.id, room.builder);
    const study = await rig.classStudy(room.builder, room.id);
    expect(await toldOf(study, room.builder, `?classroom=${other.id}`)).toBe('sandbox_only');
    expect(await toldOf(study, room.student)).toBe('not_found');
    await rig.setState(room.id, 'closed');
    expect(await toldOf(study, room.builder)).toBe('classroom_closed');
    await rig.setState(room.id, 'open');
    await rig.leave(room.id, room.builder);
    expect(await toldOf(study, room.builder)).toBe('forbidden');
  });
});

describe('a copy of an ordinary study for a class', () => {
  it('has no reward, rule or consent form, and is anonymous', async () => {
    const room = await rig.buildingClass();
    const researcher = await makeResearcher(run.source);
    await rig.join(room.id, researcher);
    const study = await makeStudy(run, researcher, {
      runtime: null,
      privacy_level: 'roster_on_start',
      reward: { amount: 500, currency: 'EUR' },
      payment_terms: { how: 'cash', within_days: 1 },
      eligibility: [{ filter: 'age', range: { lower: 18 } }],
    });
    await makeConsent(run, researcher, study);
    expect((await copy(study, researcher, `?classroom=${room.id}`)).body).toMatchObject({
      classroom_id: room.id,
      privacy_level: 'anonymous',
      reward: null,
      payment_terms: null,
      eligibility: [],
      consent: null,
    });
    expect((await copy(study, researcher)).body).toMatchObject({
      classroom_id: null,
      privacy_level: 'roster_on_start',
      reward: { amount: 500 },
    });
  });

  it('is refused when the study runs by the researcher’s notes, not on this server', async () => {
    const room = await rig.buildingClass();
    const researcher = await makeResearcher(run.source);
    await rig.join(room.id, researcher);
    const study = await makeStudy(run, researcher);
    expect(await toldOf(study, researcher, `?classroom=${room.id}`)).toBe('sandbox_only');
  });
});

describe('a copy of a template', () => {
  /**
   * The studies that the mock of `mayCopy` allows to copy. Each value is the id of the only class
   * for which the study may be copied.
   */
  const shared = new Map<string, string | null>();
  const copies: StudyFromTemplate[] = [];
  beforeAll(() => {
    jest
      .spyOn(StudyTemplateRegistry.prototype, 'mayCopy')
      .mockImplementation(async (_, study, __, room) => {
        if (!shared.has(study)) throw new DomainError('not_found');
        if (shared.get(study) !== room) throw new DomainError('forbidden');
        return Promise.resolve();
      });
    jest
      .spyOn(StudyTemplateRegistry.prototype, 'copied')
      .mockImplementation((_, made) => Promise.resolve(void copies.push(made)));
  });
  afterAll(() => jest.restoreAllMocks());

  it('is made without a role in the template, for the class in which the caller builds studies', async () => {
    const room = await rig.buildingClass();
    const researcher = await makeResearcher(run.source);
    const study = await makeStudy(run, researcher, { runtime: null, offers_credit: true });
    await makeConsent(run, researcher, study);
    expect(await toldOf(study, room.builder, '?template=true')).toBe('not_found');
    shared.set(study, room.id);
    const { status, body } = await copy(study, room.builder, '?template=true');
    expect([status, body]).toMatchObject([
      201,
      { classroom_id: room.id, title: 'Remembering faces', consent: null, offers_credit: true },
    ]);
    expect(copies).toMatchObject([
      { studyId: body._id, templateId: study, classroomId: room.id, now: expect.any(Date) },
    ]);
    expect(await toldOf(study, room.builder)).toBe('not_found');
  });

  it('is an ordinary study for staff, who name no class', async () => {
    const room = await rig.buildingClass();
    const researcher = await makeResearcher(run.source);
    const study = await makeStudy(run, researcher, { reward: { amount: 5, currency: 'EUR' } });
    shared.set(study, null);
    expect((await copy(study, room.instructor, '?template=true')).body).toMatchObject({
      classroom_id: null,
      reward: null,
    });
  });
});
