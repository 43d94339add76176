import { randomBytes } from 'node:crypto';
import { capabilities } from '../../../server/contexts';
import { days } from '../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { Storage } from '../../../server/platform/storage/storage';
import { SweepStoredFilesJob } from '../../../server/platform/storage/sweep-stored-files.job';
import { startApp, type SeparateApp } from '../../support/app/app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { permanentDeletionQuery, resourceRequestsOf, type ResourceRequests } from './resources-rig';

let run: SeparateApp;
let rig: ResourceRequests;
let owner: TestPerson;
let root: string;
beforeAll(async () => {
  // Starts an application with little storage for each owner, and with its own data folder, in
  // which the tests run the sweep.
  run = await startApp({ environment: { STUDY_STORAGE_GB: '0.002' } });
  rig = resourceRequestsOf(run);
});
beforeEach(async () => {
  owner = await makeResearcher(run.source);
  root = await rig.root(owner);
});
afterAll(async () => {
  await run.close();
});

const sweep = () => {
  run.clock.advance(days(2));
  return new SweepStoredFilesJob(
    run.source,
    run.app.get(UnitOfWork),
    run.app.get(Storage),
    run.clock,
    capabilities,
  ).run();
};
const used = async (who: TestPerson) =>
  (await rig.ask<{ used_bytes: number }>(who, 'get', '/api/study-storage/')).used_bytes;

describe('A copy of a file', () => {
  it('has only the newest version, with its facts, its small picture and its terms', async () => {
    const folder = await rig.folder(owner, 'faces');
    await rig.changeFolder(owner, folder, { licence: 'CC-BY-4.0', creator: 'The lab' });
    const thumbnail = randomBytes(20);
    const file = await rig.file(owner, folder, 'face.png', { type: 'image/png' });
    const facts = { width: 640, height: 480, notes: [] };
    const sha256 = await rig.version(file, { type: 'image/png', facts, thumbnail });
    await rig.changeFile(owner, file, { creator: 'Ada' });
    const { status, body } = await rig.copy(owner, file, root);
    expect(status).toBe(201);
    const origin = { licence: 'CC-BY-4.0', creator: 'Ada', source: '' };
    expect(body).toMatchObject({
      folder_id: root,
      name: 'face.png',
      version: 1,
      sha256,
      type: 'image/png',
      facts,
      thumbnail_url: expect.any(String) as string,
      ...origin,
      effective: origin,
    });
    expect((await rig.copy(owner, file, root)).body.code).toBe('path_taken');
    expect((await rig.copy(owner, file, root, 'face 2.png')).status).toBe(201);
    expect(await rig.names(owner)).toEqual(['face 2.png', 'face.png']);
  });

  it('is refused for a version that is being checked, or that the virus scanner refused', async () => {
    const file = await rig.file(owner, root, 'a.txt', { state: 'checking' });
    expect((await rig.copy(owner, file, root, 'b.txt')).body.code).toBe('still_checked');
    await rig.version(file, { state: 'quarantined' });
    expect((await rig.copy(owner, file, root, 'b.txt')).body.code).toBe('infected');
    expect(await rig.names(owner)).toEqual(['a.txt']);
  });

  it('uses no additional storage, and is refused for a file of another owner', async () => {
    const file = await rig.file(owner, root, 'a.bin', { content: randomBytes(1_200_000) });
    expect((await rig.copy(owner, file, root, 'b.bin')).status).toBe(201);
    expect(await used(owner)).toBe(1_200_000);
    const other = await makeResearcher(run.source);
    const theirs = await rig.root(other);
    await rig.file(other, theirs, 'full.bin', { content: randomBytes(1_000_000) });
    // The storage of the other owner is nearly full. A copy still succeeds, because it needs no
    // storage.
    const shared = await rig.file(other, theirs, 'own.bin', { content: randomBytes(900_000) });
    expect((await rig.copy(other, shared, theirs, 'again.bin')).status).toBe(201);
    expect(await used(other)).toBe(1_900_000);
    expect((await rig.copy(other, file, theirs)).body.code).toBe('not_found');
  });

  it('keeps its bytes when the original is deleted for good and the job has deleted unused bytes', async () => {
    const content = randomBytes(1_000);
    const file = await rig.file(owner, root, 'a.bin', { content, thumbnail: randomBytes(10) });
    await rig.copy(owner, file, root, 'b.bin');
    await rig.deleteFile(owner, file, permanentDeletionQuery);
    await sweep();
    const [copy] = (await rig.list(owner)).items;
    const stream = await run.app.get(Storage).bytes(copy?.sha256 ?? '');
    const parts: Buffer[] = [];
    for await (const part of stream ?? []) parts.push(part as Buffer);
    expect(Buffer.concat(parts)).toEqual(content);
    await rig.deleteFile(owner, copy?._id ?? '', permanentDeletionQuery);
    expect(await sweep()).toBeGreaterThanOrEqual(2);
    expect(await run.app.get(Storage).bytes(copy?.sha256 ?? '')).toBeUndefined();
  });

  it('is complete or does not exist when the original is deleted for good at the same moment', async () => {
    for (let round = 0; round < 8; round++) {
      const content = randomBytes(500);
      const file = await rig.file(owner, root, `a${round}.bin`, { content });
      const [copied] = await Promise.all([
        rig.copy(owner, file, root, `b${round}.bin`),
        rig.deleteFile(owner, file, permanentDeletionQuery),
        sweep(),
      ]);
      await sweep();
      expect([201, 404]).toContain(copied.status);
      const stored = await run.app.get(Storage).bytes(copied.body.sha256 ?? '0'.repeat(64));
      stored?.destroy();
      expect(stored !== undefined).toBe(copied.status === 201);
    }
  });
});
