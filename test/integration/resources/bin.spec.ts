import { randomBytes } from 'node:crypto';
import { resourcesLimits } from '../../../contracts/resources/limits';
import { days, hours } from '../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { EmptyBinJob } from '../../../server/resources/bin/empty-bin.job';
import { unguardedJob } from '../../support/app/due-guard';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { TestClock } from '../../support/app/test-clock';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { permanentDeletionQuery, resourceRequestsOf, type ResourceRequests } from './resources-rig';

let run: RunningApp;
let rig: ResourceRequests;
let owner: TestPerson;
let root: string;
beforeAll(async () => {
  run = await sharedApp({ clock: new TestClock() });
  rig = resourceRequestsOf(run);
});
beforeEach(async () => {
  owner = await makeResearcher(run.source);
  root = await rig.root(owner);
});
afterAll(() => run.close());

const bin = async () => ({
  files: await rig.names(owner, { bin: 'true' }),
  folders: (await rig.folders(owner, '?bin=true')).map(({ name }) => name),
});
/** Makes each call that could show the file. @returns the statuses or error codes */
const readings = async (file: string, folder: string) => [
  await rig.told(owner, 'get', `/api/files/${file}/`),
  await rig.told(owner, 'get', `/api/files/${file}/versions/`),
  await rig.told(owner, 'get', `/api/files/?folder=${folder}`),
];
const rows = async () => {
  const [count]: { n: number }[] = await run.source.query(
    'SELECT count(*)::int AS n FROM research.resource WHERE owner_id = $1',
    [owner._id],
  );
  return count?.n;
};

describe('The bin for deleted files', () => {
  it('removes a file from its folder, from counts and from searches, and restores it', async () => {
    const file = await rig.file(owner, root, 'face.png');
    const url = (await rig.one(owner, file)).url ?? '';
    expect(await rig.deleteFile(owner, file)).toBe(204);
    expect(await rig.list(owner)).toEqual({ items: [], next_cursor: null, count: 0 });
    expect(await rig.names(owner, { text: 'face' })).toEqual([]);
    expect((await rig.folders(owner))[0]).toMatchObject({ files: 0 });
    expect(await bin()).toEqual({ files: ['face.png'], folders: [] });
    expect(await rig.one(owner, file)).toMatchObject({ deleted_at: expect.any(String) as string });
    // An item in the bin can be restored or deleted, but not changed.
    expect(await rig.changeFile(owner, file, { name: 'other.png' })).toBe('not_found');
    expect((await rig.copy(owner, file, root, 'copy.png')).status).toBe(404);
    expect(await rig.told(owner, 'post', `/api/files/${file}/versions/`, { again: 1 })).toBe(
      'not_found',
    );
    expect(await rig.changeFile(owner, file, { deleted: false })).toBe(200);
    expect(await rig.names(owner)).toEqual(['face.png']);
    expect(await bin()).toEqual({ files: [], folders: [] });
    await run
      .http()
      .get(new URL(url).pathname + new URL(url).search)
      .expect(200);
  });

  it('keeps an item that two requests delete at the same time, until it is deleted for good', async () => {
    const file = await rig.file(owner, root, 'face.png');
    const told = await Promise.all([rig.deleteFile(owner, file), rig.deleteFile(owner, file)]);
    expect(told).toEqual([204, 204]);
    expect(await bin()).toEqual({ files: ['face.png'], folders: [] });
    expect(await rig.deleteFile(owner, file, permanentDeletionQuery)).toBe(204);
    expect(await bin()).toEqual({ files: [], folders: [] });
    expect(await rig.deleteFile(owner, file, permanentDeletionQuery)).toBe('not_found');
  });

  it('shows a folder as one item, whose files are found nowhere else meanwhile', async () => {
    const folder = await rig.folder(owner, 'faces');
    const inner = await rig.folder(owner, 'happy', folder);
    const file = await rig.file(owner, inner, 'face.png');
    expect(await rig.deleteFolder(owner, folder)).toBe(204);
    expect(await bin()).toEqual({ files: [], folders: ['faces'] });
    expect(await rig.folders(owner)).toHaveLength(1);
    expect(await rig.names(owner, { text: 'face' })).toEqual([]);
    expect(await readings(file, inner)).toEqual(['not_found', 'not_found', 'not_found']);
    expect(await rig.changeFile(owner, file, { folder_id: root })).toBe('not_found');
    expect(await rig.deleteFile(owner, file, permanentDeletionQuery)).toBe('not_found');
    const other = await rig.file(owner, root, 'other.png');
    expect(await rig.changeFile(owner, other, { folder_id: inner })).toBe('not_found');
    expect((await rig.copy(owner, other, inner)).status).toBe(404);
    expect(await rig.changeFolder(owner, folder, { deleted: false })).toBe(200);
    expect(await readings(file, inner)).toEqual([200, 200, 200]);
    expect(await rig.names(owner, { folder: inner })).toEqual(['face.png']);
  });

  it('restores an item into the root folder when its folder is in the bin or deleted for good', async () => {
    const folder = await rig.folder(owner, 'faces');
    const [first, second] = [
      await rig.file(owner, folder, '1.png'),
      await rig.file(owner, folder, '2.png'),
    ];
    await rig.file(owner, folder, '3.png');
    for (const file of [first, second]) await rig.deleteFile(owner, file);
    await rig.deleteFolder(owner, folder);
    expect(await bin()).toEqual({ files: ['2.png', '1.png'], folders: ['faces'] });
    expect(await rig.changeFile(owner, first, { deleted: false })).toBe(200);
    expect(await rig.one(owner, first)).toMatchObject({ folder_id: root, deleted_at: null });
    // The owner moved `2.png` to the bin before its folder. So the file stays in the bin when the
    // owner deletes the folder for good.
    expect(await rig.deleteFolder(owner, folder, permanentDeletionQuery)).toBe(204);
    expect(await bin()).toEqual({ files: ['2.png'], folders: [] });
    expect(await rig.changeFile(owner, second, { deleted: false })).toBe(200);
    expect(await rig.names(owner)).toEqual(['1.png', '2.png']);
    expect(await rows()).toBe(3);
  });

  it('does not restore an item under a name that is taken, but does under another name or in another folder', async () => {
    const folder = await rig.folder(owner, 'faces');
    const file = await rig.file(owner, root, 'face.png');
    await rig.deleteFile(owner, file);
    await rig.file(owner, root, 'Face.png');
    expect(await rig.changeFile(owner, file, { deleted: false, licence: 'CC0-1.0' })).toBe(
      'path_taken',
    );
    expect(await rig.one(owner, file)).toMatchObject({ licence: '', folder_id: root });
    expect(await bin()).toMatchObject({ files: ['face.png'] });
    const change = { deleted: false, folder_id: folder, licence: 'CC0-1.0' };
    expect(await rig.changeFile(owner, file, change)).toBe(200);
    expect(await rig.one(owner, file)).toMatchObject({ licence: 'CC0-1.0', folder_id: folder });
  });

  it('does not restore a folder into one of its own sub-folders', async () => {
    const folder = await rig.folder(owner, 'faces');
    const inner = await rig.folder(owner, 'happy', folder);
    await rig.deleteFolder(owner, folder);
    expect(await rig.changeFolder(owner, folder, { deleted: false, parent_id: inner })).toBe(
      'not_found',
    );
    expect(await bin()).toMatchObject({ folders: ['faces'] });
  });

  it('is emptied of items that were in it for thirty days, and of nothing else', async () => {
    const job = unguardedJob(new EmptyBinJob(run.source, run.app.get(UnitOfWork), run.clock));
    const old = await rig.folder(owner, 'old');
    const content = randomBytes(64);
    await rig.file(owner, old, 'face.png', { content });
    const kept = await rig.file(owner, old, 'kept.png');
    await rig.deleteFolder(owner, old);
    run.clock.advance(days(resourcesLimits.binDays) - hours(1));
    await job.run();
    expect(await bin()).toEqual({ files: [], folders: ['old'] });
    const young = await rig.file(owner, root, 'young.png');
    await rig.deleteFile(owner, young);
    run.clock.advance(hours(1));
    await Promise.all([job.run(), job.run()]);
    expect(await bin()).toEqual({ files: ['young.png'], folders: [] });
    expect(await rig.told(owner, 'get', `/api/files/${kept}/`)).toBe('not_found');
    expect(await rows()).toBe(2);
  });

  it('is emptied of all other items when one of its files cannot be deleted', async () => {
    const rows = await Promise.all(['a.png', 'b.png'].map((name) => rig.file(owner, root, name)));
    for (const row of rows) await rig.deleteFile(owner, row);
    // Makes this file the first of all that the job deletes.
    await run.source.query(`UPDATE research.resource SET deleted_at = '2001-01-01' WHERE id = $1`, [
      rows[0],
    ]);
    run.clock.advance(days(resourcesLimits.binDays));
    const work = run.app.get(UnitOfWork);
    const job = new EmptyBinJob(run.source, work, run.clock);
    const first = jest.spyOn(work, 'run');
    first.mockRejectedValueOnce(new Error('too much for one statement'));
    await expect(job.run()).rejects.toThrow('too much');
    first.mockRestore();
    expect((await bin()).files).toEqual(['a.png']);
  });

  it('makes its job due exactly when an item has been in it for thirty days', async () => {
    const job = new EmptyBinJob(run.source, run.app.get(UnitOfWork), run.clock);
    const file = await rig.file(owner, root, 'face.png');
    await rig.deleteFile(owner, file);
    run.clock.advance(days(resourcesLimits.binDays));
    // The guard of jobs (due-guard.ts) fails a job that handles something although nothing was due.
    expect(await job.run()).toBeGreaterThan(0);
    const [{ due } = { due: true }]: { due: boolean }[] = await run.source.query(
      `SELECT ${job.isDue('$1::timestamptz')} AS due`,
      [run.clock.now()],
    );
    expect(due).toBe(false);
  });
});
