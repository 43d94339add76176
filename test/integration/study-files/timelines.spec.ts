import { unzipSync } from 'fflate';
import type { StudyVersion, VersionReport } from '../../../contracts/study-files';
import type { TimelineDraft, TimelineFile } from '../../../contracts/study-timelines';
import { emptyTimeline, type Timeline, type Trial } from '../../../contracts/timeline';
import type { RunningApp } from '../../support/launch-app';
import { makeResearcher, type TestPerson } from '../../support/people';
import { sharedApp } from '../../support/shared-app';
import { unique } from '../../support/unique';
import { bodyOf } from '../../support/body-of';
import { makeStudy } from '../studies/fixtures';
import { timelinesOf, versionsOf } from './own-files';

let run: RunningApp;
let ask: ReturnType<typeof timelinesOf>;
let versions: ReturnType<typeof versionsOf>;
let owner: TestPerson;
beforeAll(async () => {
  run = await sharedApp();
  ask = timelinesOf(run);
  versions = versionsOf(run);
  owner = await makeResearcher(run.source);
});
afterAll(() => run.close());

const trial = (stimulus: Trial['parameters'][string], id = 't'): Trial => ({
  id,
  type: 'trial',
  name: 'A trial',
  plugin: 'html-keyboard-response',
  parameters: { stimulus },
});
const timeline = (...nodes: Trial[]): Timeline => ({
  ...emptyTimeline(unique(), 'en'),
  nodes: nodes.length > 0 ? nodes : [trial('x')],
});
const joined = async (study: string, role: 'editor' | 'viewer') => {
  const person = await makeResearcher(run.source);
  await run.source.query(
    `INSERT INTO identity.study_collaborator (account_id, study_id, role, since) VALUES ($1, $2, $3, now())`,
    [person._id, study, role],
  );
  return person;
};
const listed = async (study: string) =>
  (
    await bodyOf<{ items: StudyVersion[] }>(
      run.http().get(versions.at(study)).set(owner.headers).expect(200),
    )
  ).items;
/** A session of the study, as it is now. */
const launched = async (study: string) => {
  const call = async (method: 'post' | 'put', path: string, body: object) =>
    (await run.http()[method](path).set(owner.headers).send(body)).body as { _id: string };
  await call('put', `/api/studies/${study}/consent/`, { title: 'Consent', body_markdown: 'Yes.' });
  const session = await call('post', `/api/studies/${study}/sessions/`, { capacity: 3 });
  return call('put', `/api/sessions/${session._id}/`, { state: 'active' });
};
const published = async (study: string, made: Timeline) =>
  (await ask.publish(study, owner, made).expect(201)).body as StudyVersion;

describe('The draft of an experiment', () => {
  it('is kept with its faults, which are named in the language of the reader', async () => {
    const study = await makeStudy(run, owner);
    expect(await ask.read(study, owner)).toEqual({
      version: 0,
      timeline: null,
      saved_at: null,
      faults: [],
      files: [],
      published_version: null,
    });
    const half = timeline(trial({ $var: 'word' }));
    const saved = await ask.save(study, owner, 0, half).set('accept-language', 'de').expect(200);
    expect(saved.body).toMatchObject({
      version: 1,
      faults: [
        {
          code: 'variable_unknown',
          node: 't',
          name: 'A trial',
          path: 'nodes.0.parameters.stimulus',
          detail: 'word',
          description: 'Keine Tabelle über diesem Trial hat eine Spalte mit diesem Namen.',
        },
      ],
    });
    const draft = await ask.read(study, owner);
    expect(draft).toMatchObject({ version: 1, timeline: half });
    expect(draft.faults).toHaveLength(1);
  });

  it('keeps what JSON can hold, byte for byte', async () => {
    const study = await makeStudy(run, owner);
    const odd = timeline(trial(['\u0000', '\ud800', '\u2028', { b: 1, a: [null, 1e300] }]));
    await ask.save(study, owner, 0, odd).expect(200);
    expect(JSON.stringify((await ask.read(study, owner)).timeline)).toBe(JSON.stringify(odd));
  });

  it('is not overwritten by who did not see the other’s change: one of ten at once is taken', async () => {
    const study = await makeStudy(run, owner);
    const editor = await joined(study, 'editor');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        ask.save(study, i % 2 ? owner : editor, 0, timeline(trial(`word ${i}`))),
      ),
    );
    const taken = answers.flatMap(({ status }, i) => (status === 200 ? [i] : []));
    expect(taken).toHaveLength(1);
    expect(
      answers.filter(({ body }) => (body as { code?: string }).code === 'timeline_changed'),
    ).toHaveLength(9);
    expect((await ask.read(study, owner)).timeline?.nodes).toEqual([trial(`word ${taken[0]}`)]);
  });

  it('that was saved is saved, when the answer got lost and it is sent again', async () => {
    const study = await makeStudy(run, owner);
    const one = timeline();
    await ask.save(study, owner, 0, one).expect(200);
    expect((await ask.save(study, owner, 0, one).expect(200)).body).toMatchObject({ version: 1 });
    await ask.save(study, owner, 0, timeline()).expect(409);
  });

  it('is read by viewers, and changed by owner and editors alone', async () => {
    const study = await makeStudy(run, owner);
    const viewer = await joined(study, 'viewer');
    const stranger = await makeResearcher(run.source);
    await ask.save(study, await joined(study, 'editor'), 0, timeline()).expect(200);
    expect((await ask.read(study, viewer)).version).toBe(1);
    await run.http().post(ask.at(study, 'preview/')).set(viewer.headers).expect(201);
    await ask.save(study, viewer, 1, timeline()).expect(403);
    await ask.template(study, viewer, 'stroop', 1).expect(403);
    await ask.addFile(study, viewer, 'a.png').expect(403);
    await ask.publish(study, viewer, timeline()).expect(403);
    await run.http().get(ask.at(study)).set(stranger.headers).expect(404);
    await ask.publish(study, stranger, timeline()).expect(404);
  });

  it.each([
    ['another format', { ...emptyTimeline('', 'en'), format: 'x' }, 'timeline.format'],
    ['a key that is none', { ...emptyTimeline('', 'en'), more: 1 }, 'timeline.more'],
    [
      'a node twice',
      { ...emptyTimeline('', 'en'), nodes: [trial('a'), trial('b')] },
      'timeline.nodes',
    ],
  ])('is refused where it is none: %s', async (_, body, path) => {
    const study = await makeStudy(run, owner);
    const answer = await ask.save(study, owner, 0, body).expect(400);
    expect((answer.body as { fields: { path: string }[] }).fields[0]).toMatchObject({ path });
    expect((await ask.read(study, owner)).version).toBe(0);
  });

  it('goes with a copy of its study, with its files', async () => {
    const study = await makeStudy(run, owner);
    await ask.template(study, owner, 'audio_discrimination').expect(200);
    const before = await ask.read(study, owner);
    const copy = await run.http().post(`/api/studies/${study}/copies/`).set(owner.headers);
    const after = await ask.read((copy.body as { _id: string })._id, owner);
    expect(after.timeline).toEqual(before.timeline);
    expect(after.files.map(({ sha256 }) => sha256)).toEqual(
      before.files.map(({ sha256 }) => sha256),
    );
  });
});

describe('A version of a timeline', () => {
  it('is the same version for the same timeline, of which the draft says that it is published', async () => {
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

  it('has a report without a finding', async () => {
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

  it('gives its timeline back; one that was uploaded has none', async () => {
    const study = await makeStudy(run, owner);
    const made = timeline(trial('back'));
    const version = await published(study, made);
    const of = (id: string) =>
      run
        .http()
        .get(versions.at(study, `${id}/timeline/`))
        .set(owner.headers);
    expect((await of(version._id).expect(200)).body).toEqual({ timeline: made });
    await of((await versions.uploaded(study, owner))._id).expect(404);
  });

  it('is not made of a timeline with faults: each is named, and nothing is kept', async () => {
    const study = await makeStudy(run, owner);
    const wrong = timeline(trial({ $file: 'cat.png' }), { ...trial('x', 'u'), plugin: 'nope' });
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

  it('has the files beside the draft; later changes of these leave it as it is', async () => {
    const study = await makeStudy(run, owner);
    const content = Buffer.from(unique());
    const added = await ask.addFile(study, owner, 'pictures/ä 1.png', content).expect(201);
    expect(added.body).toMatchObject({ path: 'pictures/ä 1.png', mime: 'image/png' });
    const made = timeline(trial({ $file: 'pictures/ä 1.png' }));
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

  it('is downloaded as a folder by a signed address alone', async () => {
    const study = await makeStudy(run, owner);
    const made = timeline(trial('alone'));
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
    const other = await published(study, timeline());
    await run
      .http()
      .get(`${pathname.replace(version._id, other._id)}${search}`)
      .expect(404);
  });

  it('runs as a study of kind builder, and is frozen at launch', async () => {
    const study = await makeStudy(run, owner);
    const version = await published(study, timeline());
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

describe('The preview of a draft', () => {
  const preview = async (study: string, who = owner) => {
    const { url } = await bodyOf<{ url: string }>(
      run.http().post(ask.at(study, 'preview/')).set(who.headers).expect(201),
    );
    return new URL(url).pathname;
  };

  it('has all plugins and the files that the draft has now, and is no version', async () => {
    const study = await makeStudy(run, owner);
    const empty = await preview(study);
    await ask.addFile(study, owner, 'a.wav').expect(201);
    const path = await preview(study);
    const page = await run.http().get(path).expect(200);
    expect(page.text).toContain('"timeline":null');
    for (const file of ['plugins/plugin-survey-text.js', 'files/a.wav', 'player.js'])
      await run.http().get(path.replace('index.html', file)).expect(200);
    // The other editor's, which began before the file came, goes on.
    await run.http().get(empty).expect(200);
    await run.http().get(empty.replace('index.html', 'files/a.wav')).expect(404);
    expect(await listed(study)).toEqual([]);
    expect(await published(study, timeline())).toMatchObject({ number: 1 });
  });

  it('is the same for as long as the files are, for ten who ask at once', async () => {
    const study = await makeStudy(run, owner);
    await Promise.all(Array.from({ length: 10 }, () => preview(study)));
    const rows = await run.source.query<unknown[]>(
      'SELECT FROM research.study_version WHERE study_id = $1',
      [study],
    );
    expect(rows).toHaveLength(1);
  });
});

describe('A file beside a draft', () => {
  it.each(['../x.png', '', 'a\\b.png', '/x', '__commonlab/frame.js'])(
    'is refused by the path %j',
    async (path) => {
      const study = await makeStudy(run, owner);
      await ask.addFile(study, owner, path).expect(400);
    },
  );

  it('takes the place of the one of the same path', async () => {
    const study = await makeStudy(run, owner);
    await ask.addFile(study, owner, 'a.png').expect(201);
    const { sha256: second } = await bodyOf<TimelineFile>(
      ask.addFile(study, owner, 'a.png').expect(201),
    );
    const { files } = await ask.read(study, owner);
    expect(files.map(({ sha256 }) => sha256)).toEqual([second]);
  });
});
