import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { StudyVersion } from '../../../contracts/study-files/study-files';
import { capabilities } from '../../../server/contexts';
import { hours } from '../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { Storage } from '../../../server/platform/storage/storage';
import { SweepStoredFilesJob } from '../../../server/platform/storage/sweep-stored-files.job';
import { SweepPreviewsJob } from '../../../server/study-files/builder/sweep-previews.job';
import { startApp, type SeparateApp } from '../../support/app/app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { makeStudy } from '../studies/fixtures';
import {
  experimentFiles,
  oneTrialTimeline,
  timelineRequestsOf,
  versionRequestsOf,
} from './own-files';

let run: SeparateApp;
let ask: ReturnType<typeof versionRequestsOf>;
let owner: TestPerson;
let dataDir: string;
beforeAll(async () => {
  // The tests read, age and sweep all stored files, so they start their own application.
  run = await startApp();
  dataDir = run.engines.dataDir;
  ask = versionRequestsOf(run);
  owner = await makeResearcher(run.source);
});
afterAll(async () => {
  await run.close();
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

const sweepStored = () =>
  new SweepStoredFilesJob(
    run.source,
    run.app.get(UnitOfWork),
    run.app.get(Storage),
    run.clock,
    capabilities,
  ).run();

describe('The job that deletes unused stored files', () => {
  const sweep = sweepStored;
  /** Makes all stored files two days old. */
  const age = () =>
    run.source.query(`UPDATE platform.stored_file SET touched_at = now() - interval '2 days'`);
  const page = async (study: string, version: StudyVersion) =>
    (await ask.preview(study, version._id, owner)).path;

  it('deletes unreferenced files after a day, and nothing else', async () => {
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
    // Stores a file like an upload whose server died before it made the version.
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

  it('keeps files that are uploaded at the same moment', async () => {
    const study = await makeStudy(run, owner);
    const files = experimentFiles();
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

describe('The job that deletes previews of the builder', () => {
  const sweepPreviews = () =>
    new SweepPreviewsJob(run.source, run.app.get(UnitOfWork), run.clock).run();
  const sweepFiles = async () => {
    await run.source.query(
      `UPDATE platform.stored_file SET touched_at = now() - interval '2 days'`,
    );
    return sweepStored();
  };
  const preview = async (study: string): Promise<string> => {
    const answer = await run
      .http()
      .post(timelineRequestsOf(run).at(study, 'preview/'))
      .set(owner.headers)
      .expect(201);
    return new URL((answer.body as { url: string }).url).pathname;
  };
  const previews = async (study: string) => {
    const [row]: { n: number }[] = await run.source.query(
      'SELECT count(*)::int AS n FROM research.study_version WHERE study_id = $1 AND number < 1',
      [study],
    );
    return row?.n;
  };

  it('deletes previews with expired addresses, and no file that a version uses', async () => {
    const builder = timelineRequestsOf(run);
    const study = await makeStudy(run, owner);
    const add = async (path: string) =>
      ((await builder.addFile(study, owner, path).expect(201)).body as { sha256: string }).sha256;
    const takeAway = (path: string) =>
      run.http().delete(builder.at(study, 'files/')).query({ path }).set(owner.headers).expect(204);
    const shared = await add('shared.wav');
    const version = (await builder.publish(study, owner, oneTrialTimeline).expect(201))
      .body as StudyVersion;
    const alone = await add('alone.wav');
    const old = await preview(study);
    // A preview of the changed draft makes a second version; the first preview stays.
    await add('more.wav');
    run.clock.advance(hours(3));
    const living = await preview(study);
    run.clock.advance(hours(1.5));
    expect(await previews(study)).toBe(2);
    await Promise.all([sweepPreviews(), sweepPreviews()]);
    expect(await previews(study)).toBe(1);
    await run.http().get(old).expect(404);
    await run.http().get(living).expect(200);
    // When a file is deleted from the draft, all previews that contain the file end. So the file's
    // storage is free immediately.
    await takeAway('shared.wav');
    await takeAway('alone.wav');
    await run.http().get(living).expect(404);
    await sweepFiles();
    const now = (await stored()).join();
    expect([now.includes(alone), now.includes(shared)]).toEqual([false, true]);
    const { path } = await ask.preview(study, version._id, owner);
    await run.http().get(path.replace('index.html', 'files/shared.wav')).expect(200);
    await run
      .http()
      .get((await preview(study)).replace('index.html', 'player.js'))
      .expect(200);
  });

  it('keeps a preview that is requested at the same moment', async () => {
    const study = await makeStudy(run, owner);
    await preview(study);
    for (let round = 0; round < 5; round++) {
      run.clock.advance(hours(5));
      const [path] = await Promise.all([preview(study), sweepPreviews(), sweepPreviews()]);
      await run.http().get(path).expect(200);
      expect(await previews(study)).toBe(1);
    }
  });
});
