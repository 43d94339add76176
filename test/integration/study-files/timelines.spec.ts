import {
  type TimelineFile,
  timelineFileLimits as most,
} from '../../../contracts/study-files/study-timelines';
import { emptyTimeline } from '../../../contracts/timeline/timeline';
import type { RunningApp } from '../../support/app/launch-app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { sharedApp } from '../../support/app/shared-app';
import { bodyOf } from '../../support/app/body-of';
import { makeStudy } from '../studies/fixtures';
import { timelineRequestsOf, timelineWith, trialOf } from './own-files';

let run: RunningApp;
let ask: ReturnType<typeof timelineRequestsOf>;
let owner: TestPerson;
beforeAll(async () => {
  run = await sharedApp();
  ask = timelineRequestsOf(run);
  owner = await makeResearcher(run.source);
});
afterAll(() => run.close());

const joined = async (study: string, role: 'editor' | 'viewer') => {
  const person = await makeResearcher(run.source);
  await run.source.query(
    `INSERT INTO identity.study_collaborator (account_id, study_id, role, since) VALUES ($1, $2, $3, now())`,
    [person._id, study, role],
  );
  return person;
};

describe('The draft of an experiment', () => {
  it('is saved with its faults, which are described in the language of the reader', async () => {
    const study = await makeStudy(run, owner);
    expect(await ask.read(study, owner)).toEqual({
      version: 0,
      timeline: null,
      saved_at: null,
      faults: [],
      files: [],
      published_version: null,
    });
    const half = timelineWith(trialOf({ $var: 'word' }));
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

  it('keeps any JSON values byte for byte', async () => {
    const study = await makeStudy(run, owner);
    const odd = timelineWith(trialOf(['\u0000', '\ud800', '\u2028', { b: 1, a: [null, 1e300] }]));
    await ask.save(study, owner, 0, odd).expect(200);
    expect(JSON.stringify((await ask.read(study, owner)).timeline)).toBe(JSON.stringify(odd));
  });

  it('is saved by one of ten concurrent requests; the others get timeline_changed', async () => {
    const study = await makeStudy(run, owner);
    const editor = await joined(study, 'editor');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        ask.save(study, i % 2 ? owner : editor, 0, timelineWith(trialOf(`word ${i}`))),
      ),
    );
    const taken = answers.flatMap(({ status }, i) => (status === 200 ? [i] : []));
    expect(taken).toHaveLength(1);
    expect(
      answers.filter(({ body }) => (body as { code?: string }).code === 'timeline_changed'),
    ).toHaveLength(9);
    expect((await ask.read(study, owner)).timeline?.nodes).toEqual([trialOf(`word ${taken[0]}`)]);
  });

  it('can be saved a second time with the same content, if the first answer was lost', async () => {
    const study = await makeStudy(run, owner);
    const one = timelineWith();
    await ask.save(study, owner, 0, one).expect(200);
    expect((await ask.save(study, owner, 0, one).expect(200)).body).toMatchObject({ version: 1 });
    await ask.save(study, owner, 0, timelineWith()).expect(409);
  });

  it('can be read by viewers, and changed by owner and editors only', async () => {
    const study = await makeStudy(run, owner);
    const viewer = await joined(study, 'viewer');
    const stranger = await makeResearcher(run.source);
    await ask.save(study, await joined(study, 'editor'), 0, timelineWith()).expect(200);
    expect((await ask.read(study, viewer)).version).toBe(1);
    await run.http().post(ask.at(study, 'preview/')).set(viewer.headers).expect(201);
    await ask.save(study, viewer, 1, timelineWith()).expect(403);
    await ask.template(study, viewer, 'stroop', 1).expect(403);
    await ask.addFile(study, viewer, 'a.png').expect(403);
    await ask.publish(study, viewer, timelineWith()).expect(403);
    await run.http().get(ask.at(study)).set(stranger.headers).expect(404);
    await ask.publish(study, stranger, timelineWith()).expect(404);
  });

  it.each([
    ['another format', { ...emptyTimeline('', 'en'), format: 'x' }, 'timeline.format'],
    ['a key that is none', { ...emptyTimeline('', 'en'), more: 1 }, 'timeline.more'],
    [
      'a node twice',
      { ...emptyTimeline('', 'en'), nodes: [trialOf('a'), trialOf('b')] },
      'timeline.nodes',
    ],
  ])('is refused if it is invalid: %s', async (_, body, path) => {
    const study = await makeStudy(run, owner);
    const answer = await ask.save(study, owner, 0, body).expect(400);
    expect((answer.body as { fields: { path: string }[] }).fields[0]).toMatchObject({ path });
    expect((await ask.read(study, owner)).version).toBe(0);
  });

  it('is copied with its study, including its files', async () => {
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

describe('A file of a draft', () => {
  it.each(['../x.png', '', 'a\\b.png', '/x', '__commonlab/frame.js'])(
    'is refused with the path %j',
    async (path) => {
      const study = await makeStudy(run, owner);
      await ask.addFile(study, owner, path).expect(400);
    },
  );

  it.each([
    ['2,000 files', most.files, 1],
    ['150 MB in all', 2, most.bytes - 10],
  ])('is refused if the draft has %s, and the draft stays as it is', async (_, files, bytes) => {
    const study = await makeStudy(run, owner);
    await ask.addFile(study, owner, 'a.png', Buffer.from('0123456789')).expect(201);
    await run.source.query(
      `INSERT INTO research.study_timeline_file (study_id, path, sha256, bytes, mime)
       SELECT f.study_id, 'copy ' || i, f.sha256, $3, f.mime
       FROM research.study_timeline_file f, generate_series(2, $2::int) AS i WHERE f.study_id = $1`,
      [study, files, bytes],
    );
    const answer = await ask.addFile(study, owner, 'b.png', Buffer.from('1')).expect(409);
    expect(answer.body).toMatchObject({ code: 'timeline_files_full' });
    expect((await ask.read(study, owner)).files).toHaveLength(files);
    // A file that replaces one of the same size still fits.
    await ask.addFile(study, owner, 'a.png', Buffer.from('9876543210')).expect(201);
  });

  it('replaces the earlier file with the same path', async () => {
    const study = await makeStudy(run, owner);
    await ask.addFile(study, owner, 'a.png').expect(201);
    const { sha256: second } = await bodyOf<TimelineFile>(
      ask.addFile(study, owner, 'a.png').expect(201),
    );
    const { files } = await ask.read(study, owner);
    expect(files.map(({ sha256 }) => sha256)).toEqual([second]);
  });
});
