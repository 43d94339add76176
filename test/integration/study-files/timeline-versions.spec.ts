import { unzipSync } from 'fflate';
import type { StudyVersion, VersionReport } from '../../../contracts/study-files/study-files';
import type { TimelineDraft } from '../../../contracts/study-files/study-timelines';
import type { Timeline } from '../../../contracts/timeline/timeline';
import type { RunningApp } from '../../support/app/launch-app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { sharedApp } from '../../support/app/shared-app';
import { unique } from '../../support/chance/unique';
import { bodyOf } from '../../support/app/body-of';
import { makeStudy } from '../studies/fixtures';
import { timelineRequestsOf, timelineWith, trialOf, versionRequestsOf } from './own-files';

let run: RunningApp;
let ask: ReturnType<typeof timelineRequestsOf>;
let versions: ReturnType<typeof versionRequestsOf>;
let owner: TestPerson;
beforeAll(async () => {
  run = await sharedApp();
  ask = timelineRequestsOf(run);
  versions = versionRequestsOf(run);
  owner = await makeResearcher(run.source);
});
afterAll(() => run.close());

const listed = async (study: string) =>
  (
    await bodyOf<{ items: StudyVersion[] }>(
      run.http().get(versions.at(study)).set(owner.headers).expect(200),
    )
  ).items;
const launched = async (study: string) => {
  const call = async (method: 'post' | 'put', path: string, body: object) =>
    (await run.http()[method](path).set(owner.headers).send(body)).body as { _id: string };
  await call('put', `/api/studies/${study}/consent/`, { title: 'Consent', body_markdown: 'Yes.' });
  const session = await call('post', `/api/studies/${study}/sessions/`, { capacity: 3 });
  return call('put', `/api/sessions/${session._id}/`, { state: 'active' });
};
const published = async (study: string, made: Timeline) =>
  (await ask.publish(study, owner, made).expect(201)).body as StudyVersion;

describe('A version of a timeline', () => {
  it('is reused for an equal timeline, and the draft names it as published', async () => {
    const study = await makeStudy(run, owner);
    const draft = await bodyOf<TimelineDraft>(ask.template(study, owner, 'stroop').expect(200));
    if (!draft.timeline) throw new Error('no timeline');
    expect(draft).toMatchObject({ version: 1, faults: [], published_version: null });
    const first = await published(study, draft.timeline);
    expect(first).toMatchObject({
      number: 1,
      name: 'Stroop task',
      kind: 'jspsych_8',
      entry: 'index.html',
      errors: 0,
      warnings: 0,
    });
    const reversed = Object.fromEntries(Object.entries(draft.timeline).reverse());
    const again = await ask.publish(study, owner, reversed).expect(200);
    expect(again.body).toEqual(first);
    expect((await ask.read(study, owner)).published_version).toBe(first._id);
    const other = await makeStudy(run, owner);
    expect((await published(other, draft.timeline)).sha256).toBe(first.sha256);
  });

  it('has a report without findings', async () => {
    const study = await makeStudy(run, owner);
    const { timeline: made } = await bodyOf<TimelineDraft>(
      ask.template(study, owner, 'audio_discrimination').expect(200),
    );
    if (!made) throw new Error('no timeline');
    const version = await published(study, made);
    const { report } = await bodyOf<{ report: VersionReport }>(
      run
        .http()
        .get(versions.at(study, `${version._id}/report/`))
        .set(owner.headers)
        .expect(200),
    );
    expect(report).toMatchObject({ findings: [], hosts: [], needs: [], entries: ['index.html'] });
  });

  it('returns its timeline; an uploaded version has none', async () => {
    const study = await makeStudy(run, owner);
    const made = timelineWith(trialOf('back'));
    const version = await published(study, made);
    const of = (id: string) =>
      run
        .http()
        .get(versions.at(study, `${id}/timeline/`))
        .set(owner.headers);
    expect((await of(version._id).expect(200)).body).toEqual({ timeline: made });
    await of((await versions.uploaded(study, owner))._id).expect(404);
  });

  it('is not created from an invalid timeline: each fault is named, and nothing is stored', async () => {
    const study = await makeStudy(run, owner);
    const wrong = timelineWith(trialOf({ $file: 'cat.png' }), {
      ...trialOf('x', 'u'),
      plugin: 'nope',
    });
    const answer = await ask.publish(study, owner, wrong).expect(400);
    expect(answer.body).toMatchObject({
      code: 'timeline_invalid',
      fields: [
        { path: 'nodes.0.parameters.stimulus', code: 'file_missing' },
        { path: 'nodes.1.plugin', code: 'unknown_plugin' },
      ],
    });
    expect(await listed(study)).toEqual([]);
  });

  it('contains the files of the draft, and later changes of these do not affect it', async () => {
    const study = await makeStudy(run, owner);
    const content = Buffer.from(unique());
    const added = await ask.addFile(study, owner, 'pictures/ä 1.png', content).expect(201);
    expect(added.body).toMatchObject({ path: 'pictures/ä 1.png', mime: 'image/png' });
    const made = timelineWith(trialOf({ $file: 'pictures/ä 1.png' }));
    const version = await published(study, made);
    await run
      .http()
      .delete(ask.at(study, 'files/'))
      .query({ path: 'pictures/ä 1.png' })
      .set(owner.headers)
      .expect(204);
    await ask.publish(study, owner, made).expect(400);
    const { path } = await versions.preview(study, version._id, owner);
    const file = path.replace('index.html', 'files/pictures/%C3%A4%201.png');
    const served = await run.http().get(file).expect(200);
    expect(served.headers['content-type']).toBe('image/png');
    expect(Buffer.from(served.body as Buffer).equals(content)).toBe(true);
  });

  it('is downloaded as an archive by a signed address only', async () => {
    const study = await makeStudy(run, owner);
    const made = timelineWith(trialOf('alone'));
    const version = await published(study, made);
    const { url } = await bodyOf<{ url: string }>(
      run
        .http()
        .post(versions.at(study, `${version._id}/archive/`))
        .set(owner.headers)
        .expect(201),
    );
    const { pathname, search } = new URL(url);
    const answer = await run
      .http()
      .get(`${pathname}${search}`)
      .buffer(true)
      .parse((response, done) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => done(null, Buffer.concat(parts)));
      })
      .expect(200);
    const files = unzipSync(answer.body as Buffer);
    expect(Object.keys(files)).toEqual([
      'LICENSES.txt',
      'index.html',
      'jspsych.css',
      'jspsych.js',
      'player.js',
      'plugins/plugin-html-keyboard-response.js',
      'timeline.json',
    ]);
    const text = Buffer.from(files['timeline.json'] ?? []).toString();
    expect(JSON.parse(text)).toEqual(made);
    await run.http().get(`${pathname}${search}x`).expect(404);
    await run.http().get(pathname).expect(404);
    const other = await published(study, timelineWith());
    await run
      .http()
      .get(`${pathname.replace(version._id, other._id)}${search}`)
      .expect(404);
  });

  it('cannot be downloaded after its reader has lost the role', async () => {
    const study = await makeStudy(run, owner);
    const version = await published(study, timelineWith(trialOf('lost')));
    const viewer = await makeResearcher(run.source);
    await run.source.query(
      `INSERT INTO identity.study_collaborator (account_id, study_id, role, since)
       VALUES ($1, $2, 'viewer', now())`,
      [viewer._id, study],
    );
    const { url } = await bodyOf<{ url: string }>(
      run
        .http()
        .post(versions.at(study, `${version._id}/archive/`))
        .set(viewer.headers)
        .expect(201),
    );
    const { pathname, search } = new URL(url);
    await run.http().get(`${pathname}${search}`).expect(200);
    // The address contains the id of the account that requested it. It does not work with the id of
    // another account.
    const theirs = search.replace(viewer._id, owner._id);
    await run.http().get(`${pathname}${theirs}`).expect(404);
    await run.source.query(`DELETE FROM identity.study_collaborator WHERE account_id = $1`, [
      viewer._id,
    ]);
    await run.http().get(`${pathname}${search}`).expect(404);
  });

  it('runs as a study of kind builder, and is frozen at the launch', async () => {
    const study = await makeStudy(run, owner);
    const version = await published(study, timelineWith());
    const uploaded = await versions.uploaded(study, owner);
    const set = (of: StudyVersion) =>
      run
        .http()
        .put(`/api/studies/${study}/`)
        .set(owner.headers)
        .send({ runtime: versions.hosted(of, { kind: 'builder' }) });
    await set(uploaded).expect(400);
    expect((await set(version).expect(200)).body).toMatchObject({
      runtime: { kind: 'builder', version_id: version._id, sha256: version.sha256 },
    });
    const remove = () =>
      run
        .http()
        .delete(versions.at(study, `${version._id}/`))
        .set(owner.headers);
    await remove().expect(409);
    await launched(study);
    await run
      .http()
      .put(`/api/studies/${study}/`)
      .set(owner.headers)
      .send({ runtime: null })
      .expect(200);
    await remove().expect(409);
  });
});
