import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { StudyStorage } from '../../../contracts/study-files/study-storage';
import { startApp, type SeparateApp } from '../../support/app/app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { zipFiles } from '../../support/files/zip';
import { rehearsalRequestsOf } from '../runtime/rehearsing';
import { newWriterId, recordsToSend, trialRecords } from '../runtime/running';
import { bundleRequestsOf, type ImportedStudy } from '../research-data/bundles/bundling';
import { makeConsent, makeStudy } from '../studies/fixtures';
import { timelineRequestsOf, versionRequestsOf } from './own-files';

let run: SeparateApp;
let dataDir: string;
beforeAll(async () => {
  run = await startApp({ environment: { STUDY_STORAGE_GB: '0.002' } });
  dataDir = run.engines.dataDir;
});
afterAll(async () => {
  await run.close();
});

const most = 2_000_000;
const page = {
  'index.html':
    '<title>A page</title><body onload="commonlab.record(1).then(() => commonlab.finish())">',
};
/** Makes a file that no other study has. */
const fresh = (bytes: number) => ({ 'a.bin': randomBytes(bytes / 2).toString('hex') });
const upload = (study: string, who: TestPerson, files: object) =>
  versionRequestsOf(run).upload(study, who, zipFiles({ ...page, ...files }));
const room = async (who: TestPerson) =>
  (await run.http().get('/api/study-storage/').set(who.headers).expect(200)).body as StudyStorage;
const used = async (who: TestPerson) => (await room(who)).used_bytes;
const onDisk = async () =>
  (await readdir(join(dataDir, 'objects'), { recursive: true })).filter((name) =>
    /[0-9a-f]{64}$/.test(name),
  ).length;
/** The number of bytes of the page, which every version contains and storage counts once. */
const pageBytes = page['index.html'].length;

describe('The files of an owner’s studies', () => {
  it('are accepted until storage is full; then an upload is refused with the sizes, and stores nothing', async () => {
    const owner = await makeResearcher(run.source);
    const [one, two] = [await makeStudy(run, owner), await makeStudy(run, owner)];
    await upload(one, owner, fresh(1_200_000)).expect(201);
    expect(await used(owner)).toBe(1_200_000 + pageBytes);
    const before = await onDisk();
    const refused = await upload(two, owner, fresh(900_000)).set('Accept-Language', 'en');
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'storage_full',
      description: expect.stringContaining('1.2 MB of 2 MB') as string,
    });
    expect(await onDisk()).toBe(before);
    await upload(two, owner, fresh(700_000)).expect(201);
    expect(await used(owner)).toBe(1_900_000 + pageBytes);
  });

  it('that arrive concurrently cannot exceed the storage', async () => {
    const owner = await makeResearcher(run.source);
    const studies = await Promise.all(Array.from({ length: 4 }, () => makeStudy(run, owner)));
    const answers = await Promise.all(studies.map((study) => upload(study, owner, fresh(900_000))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    expect(await used(owner)).toBeLessThanOrEqual(most);
  });

  it('count once if they are equal, and separately for each owner', async () => {
    const [owner, other] = [await makeResearcher(run.source), await makeResearcher(run.source)];
    const [one, two] = [await makeStudy(run, owner), await makeStudy(run, owner)];
    const same = fresh(1_500_000);
    await upload(one, owner, same).expect(201);
    await upload(one, owner, { ...same, 'b.txt': 'changed' }).expect(201);
    await upload(two, owner, same).expect(201);
    expect(await used(owner)).toBe(1_500_000 + pageBytes + 'changed'.length);
    expect(await used(other)).toBe(0);
    await upload(await makeStudy(run, other), other, same).expect(201);
    expect(await used(other)).toBe(1_500_000 + pageBytes);
  });

  it('free their storage when a version, or a file of a draft with its preview, is deleted', async () => {
    const owner = await makeResearcher(run.source);
    const study = await makeStudy(run, owner);
    const version = await versionRequestsOf(run).uploaded(study, owner, {
      ...page,
      ...fresh(1_900_000),
    });
    const { addFile, at } = timelineRequestsOf(run);
    const picture = randomBytes(500_000);
    expect((await addFile(study, owner, 'face.png', picture)).status).toBe(409);
    await run
      .http()
      .delete(versionRequestsOf(run).at(study, `${version._id}/`))
      .set(owner.headers)
      .expect(204);
    expect(await used(owner)).toBe(0);
    await addFile(study, owner, 'face.png', picture).expect(201);
    await run.http().post(at(study, 'preview/')).set(owner.headers).send({}).expect(201);
    expect(await used(owner)).toBeGreaterThan(500_000);
    await run
      .http()
      .delete(at(study, 'files/'))
      .query({ path: 'face.png' })
      .set(owner.headers)
      .expect(204);
    expect(await used(owner)).toBe(0);
  });

  it('still count after a launch, and the storage figures and the error message say that these files stay', async () => {
    const owner = await makeResearcher(run.source);
    const study = await makeStudy(run, owner);
    const version = await versionRequestsOf(run).uploaded(study, owner, {
      ...page,
      ...fresh(1_200_000),
    });
    const bytes = 1_200_000 + pageBytes;
    expect(await room(owner)).toEqual({ used_bytes: bytes, launched_bytes: 0, most_bytes: most });
    await run
      .http()
      .put(`/api/studies/${study}/`)
      .set(owner.headers)
      .send({ runtime: versionRequestsOf(run).hosted(version) })
      .expect(200);
    await makeConsent(run, owner, study);
    const session = await run
      .http()
      .post(`/api/studies/${study}/sessions/`)
      .set(owner.headers)
      .send({ capacity: 3 })
      .expect(201);
    const { _id } = session.body as { _id: string };
    await run
      .http()
      .put(`/api/sessions/${_id}/`)
      .set(owner.headers)
      .send({ state: 'active' })
      .expect(200);
    const launched = { used_bytes: bytes, launched_bytes: bytes, most_bytes: most };
    expect(await room(owner)).toEqual(launched);
    const refused = await upload(study, owner, fresh(900_000)).set('Accept-Language', 'en');
    expect(refused.body).toMatchObject({
      code: 'storage_full',
      description: expect.stringMatching(/1\.2 MB belong to .* which stay/) as string,
    });
    await upload(study, owner, fresh(700_000)).expect(201);
    expect(await room(owner)).toEqual({ ...launched, used_bytes: bytes + 700_000 });
  });

  it('share the storage with data of simulated participants, who cannot start once it is full', async () => {
    const { make, send, start, next, end, at, ask } = rehearsalRequestsOf(run);
    const owner = await makeResearcher(run.source);
    const { study } = await rehearsalRequestsOf(run).hosted({}, owner);
    const before = await used(owner);
    const { body: rehearsal } = await make(study, owner, { participants: 20 });
    const large = trialRecords(4).map((one) => ({
      ...one,
      data: JSON.stringify('x'.repeat(200_000)),
    }));
    for (let n = 0; n < 2; n++) {
      const simulated = await next(rehearsal._id, owner);
      await send(rehearsal._id, owner, simulated, recordsToSend(large));
      await end(rehearsal._id, owner, simulated, { outcome: 'stopped' });
    }
    expect(await used(owner)).toBeGreaterThan(before + 1_600_000);
    await upload(await makeStudy(run, owner), owner, fresh(900_000)).expect(409);
    // The last run may exceed the limit: a run that has begun is stored to its end.
    const last = await next(rehearsal._id, owner);
    expect((await send(rehearsal._id, owner, last, recordsToSend(large))).status).toBe(200);
    const refused = { status: 409, body: { code: 'storage_full' } };
    const another = await make(study, owner);
    expect(await start(another.body._id, owner)).toMatchObject(refused);
    // The server checks the storage before the 1st and the 11th participant, but always answers a
    // repeated request.
    for (let n = 4; n < 10; n++) await next(rehearsal._id, owner);
    const writer = newWriterId();
    const tenth = { status: 200, body: { number: 10 } };
    expect(await start(rehearsal._id, owner, writer)).toMatchObject(tenth);
    expect(await start(rehearsal._id, owner, writer)).toMatchObject(tenth);
    expect(await start(rehearsal._id, owner)).toMatchObject(refused);
    expect((await ask('DELETE', at(rehearsal._id), owner)).status).toBe(204);
    expect(await used(owner)).toBe(before);
  });

  it('of a bundle count too, and a repeated import names the study of the first import', async () => {
    const owner = await makeResearcher(run.source);
    const study = await makeStudy(run, owner, { title: 'Faces' });
    const version = await versionRequestsOf(run).uploaded(study, owner, {
      ...page,
      ...fresh(400_000),
    });
    await run
      .http()
      .put(`/api/studies/${study}/`)
      .set(owner.headers)
      .send({ runtime: versionRequestsOf(run).hosted(version, { conditions: null }) })
      .expect(200);
    const bundling = bundleRequestsOf(run);
    const bundle = await bundling.bundled(study, owner);
    const first = (await bundling.imported(owner, bundle)) as ImportedStudy & { earlier: object };
    expect(first.earlier).toBeNull();
    const again = await bundling.imported(owner, bundle);
    expect(again).toMatchObject({ earlier: { study_id: first.study_id, title: 'Faces' } });
    // The import does not reveal whether another researcher has already imported the bundle.
    const other = await makeResearcher(run.source);
    expect(await bundling.imported(other, bundle)).toMatchObject({ earlier: null });
    expect(await used(other)).toBe(400_000 + pageBytes);
  });
});
