import { anonymityOf } from '../../../contracts/studies/anonymity';
import type { Conditions } from '../../../contracts/study-files/conditions';
import type { Study, StudyCard } from '../../../contracts/studies/studies';
import type { StudyVersion } from '../../../contracts/study-files/study-files';
import type { Timeline } from '../../../contracts/timeline/timeline';
import { bodyOf } from '../../support/app/body-of';
import type { RunningApp } from '../../support/app/launch-app';
import { makePerson, makeResearcher, type TestPerson } from '../../support/people/people';
import { sharedApp } from '../../support/app/shared-app';
import { makeConsent, makeStudy } from '../studies/fixtures';
import {
  experimentFiles,
  timelineRequestsOf,
  timelineWith,
  trialOf,
  versionRequestsOf,
} from './own-files';

let run: RunningApp;
let owner: TestPerson;
let ask: ReturnType<typeof timelineRequestsOf>;
let versions: ReturnType<typeof versionRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  owner = await makeResearcher(run.source);
  ask = timelineRequestsOf(run);
  versions = versionRequestsOf(run);
});
afterAll(() => run.close());

const put = (path: string, body: object) => run.http().put(path).set(owner.headers).send(body);
/**
 * Launches an anonymous session of a study with this runtime.
 * @returns the answer, which may be a refusal
 */
async function launched(study: string, runtime: object | null, more: object = {}) {
  await put(`/api/studies/${study}/`, { runtime }).expect(200);
  await makeConsent(run, owner, study);
  const session = await bodyOf<{ _id: string }>(
    run
      .http()
      .post(`/api/studies/${study}/sessions/`)
      .set(owner.headers)
      .send({ capacity: 9, ...more })
      .expect(201),
  );
  return put(`/api/sessions/${session._id}/`, { state: 'active' });
}
const published = async (study: string, timeline: Timeline) =>
  (await ask.publish(study, owner, timeline)).body as StudyVersion;
const built = (version: StudyVersion, more: object = {}) => ({
  ...versions.hosted(version),
  kind: 'builder',
  ...more,
});
const conditions = (hint: string): Conditions => ({
  draw: 'least_filled',
  repeats: 1,
  blinded: false,
  cells: ['one', 'two'].map((name) => ({ name, share: 1, values: { hint } })),
});
/** Reads the anonymity that the study's card and page state to a participant. */
async function told(study: string) {
  const person = await makePerson(run.source);
  const page = await bodyOf<Study>(
    run.http().get(`/api/studies/${study}/`).set(person.headers).expect(200),
  );
  const { items } = await bodyOf<{ items: StudyCard[] }>(
    run.http().get('/api/studies/').query({ limit: 100 }).set(person.headers).expect(200),
  );
  return [page.anonymity, items.find(({ _id }) => _id === study)?.anonymity];
}

describe('A study is called anonymous by construction', () => {
  it('if the builder made it without code: card, page and session say so, and no inline script can run', async () => {
    const study = await makeStudy(run, owner);
    const version = await published(study, timelineWith(trialOf('<p>Word</p>')));
    const runtime = built(version, { conditions: conditions('<b>Fast</b>') });
    const session = await launched(study, runtime);
    expect(session.body).toMatchObject({ anonymity: 'by_construction' });
    expect(await told(study)).toEqual(['by_construction', 'by_construction']);
    const { path } = await versions.preview(study, version._id, owner);
    const { headers } = await run.http().get(path).expect(200);
    const policy = String(headers['content-security-policy']);
    expect(policy).not.toMatch(/script-src[^;]*'unsafe-(inline|eval)'/);
    expect(policy).toContain("default-src 'none'");
  });

  it('if its timeline was uploaded before this property existed and is published now', async () => {
    const study = await makeStudy(run, owner);
    const timeline = timelineWith(trialOf('x'));
    const { _id } = await published(study, timeline);
    await run.source.query(`UPDATE research.study_version SET code_free = false WHERE id = $1`, [
      _id,
    ]);
    const again = await published(study, timeline);
    expect(again._id).toBe(_id);
    expect((await launched(study, built(again))).body).toMatchObject({
      anonymity: 'by_construction',
    });
  });
});

describe('A study is called anonymous by agreement', () => {
  const plain = () => timelineWith(trialOf('<p>Word</p>'));
  it.each<[string, (study: string) => Promise<object | null>]>([
    [
      'with code of its own',
      async (study) => versions.hosted(await versions.uploaded(study, owner)),
    ],
    [
      'of the builder with JavaScript',
      async (study) => built(await published(study, timelineWith(trialOf({ $js: '1 + 1' })))),
    ],
    [
      'of the builder with markup that acts',
      async (study) =>
        built(await published(study, timelineWith(trialOf('<img src=x onerror=go()>')))),
    ],
    [
      'of the builder whose conditions have code',
      async (study) =>
        built(await published(study, plain()), { conditions: conditions('<script>1</script>') }),
    ],
    [
      'of the builder that exchanges data with another host',
      async (study) => built(await published(study, plain()), { hosts: ['https://data.example'] }),
    ],
    [
      'of the builder that begins with a page of its own',
      async (study) => {
        await ask.addFile(study, owner, 'own.html', Buffer.from('<script>1</script>'));
        return built(await published(study, plain()), { entry: 'files/own.html' });
      },
    ],
    [
      'that says that the builder made it, which it did not',
      async (study) => {
        const files = { ...experimentFiles(), 'timeline.json': JSON.stringify(plain()) };
        return built(await versions.uploaded(study, owner, files), { own_code: false });
      },
    ],
    [
      'at another website',
      () => Promise.resolve({ kind: 'external', url: 'https://study.example/' }),
    ],
    ['on site', () => Promise.resolve({ kind: 'onsite' })],
    [
      'whose notes say how it runs',
      () => Promise.resolve({ kind: 'notes', completes: 'participant' }),
    ],
  ])('%s', async (_, runtimeOf) => {
    const study = await makeStudy(run, owner);
    const session = await launched(study, await runtimeOf(study));
    expect(session.body).toMatchObject({ state: 'active', anonymity: 'by_agreement' });
    expect(await told(study)).toEqual(['by_agreement', 'by_agreement']);
  });

  it('if its launch is from before this property existed', () => {
    expect(anonymityOf({ kind: 'builder', hosts: [] })).toBe('by_agreement');
  });

  it.each([
    ['too few people', { capacity: 3 }],
    ['names', { privacy_level: 'roster_on_start' }],
  ])('or not called anonymous at all, if its session has %s', async (_, more) => {
    const study = await makeStudy(run, owner, { privacy_level: 'anonymous' });
    const session = await launched(study, built(await published(study, plain())), more);
    expect(session.body).toMatchObject({ state: 'active', anonymity: null });
    expect(await told(study)).toEqual([null, null]);
  });
});

describe('Code that reads properties of the browser', () => {
  const reading = () => ({
    ...experimentFiles(),
    'js/main.js': 'commonlab.record({ picture: canvas.toDataURL() }); commonlab.finish();',
  });

  it('keeps an anonymous session from launching until its researchers give reasons', async () => {
    const study = await makeStudy(run, owner);
    const runtime = versions.hosted(await versions.uploaded(study, owner, reading()));
    const refused = await launched(study, runtime);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'reasons_missing' });
    const reasons = { reads_pixels: 'We store what you draw.' };
    const blank = { runtime: { ...runtime, reasons: { reads_pixels: ' ' } } };
    await put(`/api/studies/${study}/`, blank).expect(400);
    expect((await launched(study, { ...runtime, reasons })).body).toMatchObject({
      state: 'active',
      anonymity: 'by_agreement',
    });
  });

  it('needs no reasons in a session with names', async () => {
    const study = await makeStudy(run, owner, { privacy_level: 'roster_on_start' });
    const runtime = versions.hosted(await versions.uploaded(study, owner, reading()));
    expect((await launched(study, runtime)).body).toMatchObject({ state: 'active' });
  });

  it('runs without frames, under a list of allowed connections', async () => {
    const study = await makeStudy(run, owner);
    const version = await versions.uploaded(study, owner);
    await put(`/api/studies/${study}/`, { runtime: versions.hosted(version) }).expect(200);
    const { path, origin } = await versions.preview(study, version._id, owner);
    const { headers } = await run.http().get(path).expect(200);
    expect(headers['content-security-policy']).toContain("frame-src 'none'");
    const folder = `${origin}${path.slice(0, path.lastIndexOf('/'))}/`;
    expect(headers['connection-allowlist']).toBe(`("${folder}*");webrtc=block;redirects=block`);
  });
});
