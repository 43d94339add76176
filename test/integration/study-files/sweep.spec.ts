import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { StudyVersion } from '../../../contracts/study-files';
import { capabilities } from '../../../server/contexts';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { Storage } from '../../../server/platform/storage/storage';
import { SweepStoredFilesJob } from '../../../server/platform/storage/sweep-stored-files.job';
import { startApp, type OwnApp } from '../../support/app';
import { makeResearcher, type TestPerson } from '../../support/people';
import { makeStudy } from '../studies/fixtures';
import { experiment, versionsOf } from './own-files';

let run: OwnApp;
let ask: ReturnType<typeof versionsOf>;
let owner: TestPerson;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'commonlab-sweep-'));
  // A data folder and contents of its own: they are looked into, aged and swept.
  run = await startApp({ environment: { DATA_DIR: dataDir } });
  ask = versionsOf(run);
  owner = await makeResearcher(run.source);
});
afterAll(async () => {
  await run.close();
  await rm(dataDir, { recursive: true });
});

const stored = async (): Promise<string[]> =>
  (await readdir(join(dataDir, 'objects'), { recursive: true })).filter((name) =>
    /[0-9a-f]{64}$/.test(name),
  );
const remove = (study: string, version: StudyVersion) =>
  run
    .http()
    .delete(ask.at(study, `${version._id}/`))
    .set(owner.headers);

describe('The sweep of stored files', () => {
  const sweep = () =>
    new SweepStoredFilesJob(
      run.source,
      run.app.get(UnitOfWork),
      run.app.get(Storage),
      run.clock,
      capabilities,
    ).run();
  /** As if all that is there now had been stored two days ago. */
  const age = () =>
    run.source.query(`UPDATE platform.stored_file SET touched_at = now() - interval '2 days'`);
  const page = async (study: string, version: StudyVersion) =>
    (await ask.preview(study, version._id, owner)).path;

  it('deletes what nothing refers to any more, after a day, and nothing else', async () => {
    const study = await makeStudy(run, owner);
    const [gone, kept] = [await ask.uploaded(study, owner), await ask.uploaded(study, owner)];
    const begins = Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(200, 'a')]);
    await run
      .http()
      .put(`/api/studies/${study}/consent/`)
      .set(owner.headers)
      .attach('file', Buffer.concat([begins, Buffer.from('%%EOF')]), {
        filename: 'a.pdf',
        contentType: 'application/pdf',
      })
      .expect(200);
    // An upload that died before its version was made.
    const type = 'application/octet-stream';
    const { sha256 } = await run.app
      .get(Storage)
      .put(Readable.from([Buffer.from('left behind')]), { type, maxBytes: 100 });
    await remove(study, gone).expect(204);
    const before = await stored();
    await sweep();
    expect(await stored()).toEqual(before);
    await age();
    await sweep();
    const now = await stored();
    expect(now.length).toBeLessThan(before.length - 1);
    expect(now.join()).not.toContain(sha256);
    const path = await page(study, kept);
    for (const file of ['index.html', 'js/main.js', 'img/%C3%A4%201.svg'])
      await run.http().get(path.replace('index.html', file)).expect(200);
    const consent = await run
      .http()
      .get(`/api/studies/${study}/consent/`)
      .set(owner.headers)
      .expect(200);
    const { pathname, search } = new URL((consent.body as { file_url: string }).file_url);
    await run
      .http()
      .get(pathname + search)
      .expect(200);
    expect(await sweep()).toBe(0);
  });

  it('and an upload of the same files at the same moment leave the files there', async () => {
    const study = await makeStudy(run, owner);
    const files = experiment();
    for (let round = 0; round < 5; round++) {
      await remove(study, await ask.uploaded(study, owner, files)).expect(204);
      await age();
      const [again] = await Promise.all([ask.uploaded(study, owner, files), sweep(), sweep()]);
      await run
        .http()
        .get(await page(study, again))
        .expect(200);
      await remove(study, again).expect(204);
    }
  });
});
