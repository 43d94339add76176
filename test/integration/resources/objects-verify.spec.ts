import { copyFile, mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { hours, addMilliseconds } from '../../../server/platform/concurrency/clock';
import { capabilities } from '../../../server/contexts';
import {
  VerifyObjects,
  type StoredObjectFault,
} from '../../../server/platform/storage/verify/verify-objects';
import { createObjectsReport } from '../../../server/platform/storage/verify/objects-report';
import { readAllowedUploadFiles } from '../../../server/resources/uploads/allowed-upload-files';
import { startApp, type RunningApp } from '../../support/app/app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { resourceRequestsOf, type ResourceRequests } from './resources-rig';
import { sha256Of } from './uploading';

let run: RunningApp;
let folder: string;
let rig: ResourceRequests;
let owner: TestPerson;
beforeAll(async () => {
  // An application with its own data folder and tables: the tests compare all files with all rows.
  run = await startApp();
  folder = run.engines.dataDir;
  rig = resourceRequestsOf(run);
  owner = await makeResearcher(run.source);
});
afterAll(async () => {
  await run.close();
});

const root = () => join(folder, 'objects');
const placeOf = (sha256: string) => join(root(), sha256.slice(0, 2), sha256);
let files = 0;
/** Stores a new file. @returns the hash of its content */
async function stored(): Promise<string> {
  files += 1;
  const content = Buffer.from(`content ${files}`);
  await rig.file(owner, await rig.root(owner), `file ${files}`, { content });
  return sha256Of(content);
}

async function verified(meanwhile = () => Promise.resolve()) {
  const [faults, unused]: [`${StoredObjectFault} ${string}`[], string[]] = [[], []];
  let progress = 0;
  const report = {
    fault: (kind: StoredObjectFault, path: string) => void faults.push(`${kind} ${path}`),
    unused: (sha256: string) => void unused.push(sha256),
    progress: (done: number) => void (progress = done),
  };
  const now = run.clock.now();
  const verdict = await new VerifyObjects(run.source, capabilities, root(), report).run(
    now,
    async (names) => {
      await meanwhile();
      return readAllowedUploadFiles(run.source, join(root(), 'arriving'), names, now);
    },
  );
  expect(progress).toBe(1);
  expect(verdict).toMatchObject({ faults: faults.length, unused: unused.length });
  return { faults: faults.sort(), unused, verdict };
}
const path = (sha256: string) => join(sha256.slice(0, 2), sha256);

describe('The verification of stored files', () => {
  it('finds nothing when all files are intact', async () => {
    await stored();
    expect(await verified()).toMatchObject({
      faults: [],
      unused: [],
      verdict: { contents: 1, bytes: 9 },
    });
  });

  it('names files that are missing, changed, or known to no row', async () => {
    const [missing, changed, whole] = [await stored(), await stored(), await stored()];
    const stray = 'ab'.repeat(32);
    await rename(placeOf(missing), join(folder, 'away'));
    await writeFile(placeOf(changed), 'other bytes');
    await mkdir(join(root(), 'ab'), { recursive: true });
    await copyFile(placeOf(whole), placeOf(stray));
    await writeFile(join(root(), 'notes.txt'), 'not ours');
    const { faults } = await verified();
    expect(faults).toEqual(
      [
        `missing ${path(missing)}`,
        `changed ${path(changed)}`,
        `stray ${path(stray)}`,
        'stray notes.txt',
      ].sort(),
    );
    await rename(join(folder, 'away'), placeOf(missing));
    await writeFile(placeOf(changed), 'content 3');
    await rm(placeOf(stray));
    await rm(join(root(), 'notes.txt'));
    expect((await verified()).faults).toEqual([]);
  });

  it('names separately the files that nothing refers to, whether they are on disk or not', async () => {
    const [there, away] = [await stored(), await stored()];
    await run.source.query(`DELETE FROM research.resource_version WHERE sha256 = ANY($1::text[])`, [
      [there, away],
    ]);
    await rm(placeOf(away));
    const { faults, unused } = await verified();
    expect(faults).toEqual([]);
    expect(unused.sort()).toEqual([there, away].sort());
  });

  it('names the bytes of ended uploads once they should have been deleted', async () => {
    const root_ = await rig.root(owner);
    await rig.upload(owner, root_, 'arriving.png');
    const [{ id }]: [{ id: string }] = await run.source.query(
      `SELECT id FROM research.resource_upload WHERE owner_id = $1`,
      [owner._id],
    );
    const [open, ended] = [`${id}.${randomUUID()}`, `${randomUUID()}.${randomUUID()}`];
    const [recent, old] = [randomUUID(), randomUUID()];
    await mkdir(join(root(), 'arriving'), { recursive: true });
    const before = addMilliseconds(run.clock.now(), -hours(30));
    for (const name of [open, ended, recent, old])
      await writeFile(join(root(), 'arriving', name), 'piece');
    for (const name of [open, ended, old])
      await utimes(join(root(), 'arriving', name), before, before);
    await utimes(join(root(), 'arriving', recent), run.clock.now(), run.clock.now());
    const { faults, verdict } = await verified();
    expect(faults).toEqual([`left arriving/${ended}`, `left arriving/${old}`].sort());
    expect(verdict.arriving).toBe(4);
    // A file that the sweep deletes between two checks is no fault.
    const swept = async () => {
      for (const name of [ended, old]) await rm(join(root(), 'arriving', name));
    };
    expect((await verified(swept)).faults).toEqual([]);
  });

  it('is printed as lines, with the sum last', () => {
    const [output, progress]: [string[], string[]] = [[], []];
    const lines = (to: string[]) => ({ write: (line: string) => to.push(line) > 0 });
    const report = createObjectsReport(lines(output), lines(progress));
    report.fault('changed', 'ab/abc');
    report.progress(0.5, 1e9);
    report.end({ contents: 1_200, bytes: 2.5e9, unused: 1, arriving: 0, faults: 1 });
    expect(output).toEqual([
      'ab/abc is changed: its bytes have another hash\n',
      '1,200 contents, 2.5 GB; 1 unused; 0 arriving; 1 faults\n',
    ]);
  });
});
