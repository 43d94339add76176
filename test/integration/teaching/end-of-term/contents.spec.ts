import { join } from 'node:path';
import { capabilities } from '../../../../server/contexts';
import { days } from '../../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../../server/platform/db/unit-of-work';
import { Storage } from '../../../../server/platform/storage/storage';
import { SweepStoredFilesJob } from '../../../../server/platform/storage/sweep-stored-files.job';
import { VerifyObjects } from '../../../../server/platform/storage/verify/verify-objects';
import { readAllowedUploadFiles } from '../../../../server/resources/uploads/allowed-upload-files';
import { startApp, TestClock, type SeparateApp } from '../../../support/app/app';
import { recruit } from '../../../support/people/recruiting';
import { experimentFiles, versionRequestsOf } from '../../study-files/own-files';
import { classStudyCallsOf } from '../rigs/class-studies';

// An application with its own folder of files, since every file in it is checked.
const clock = new TestClock();
let [run, folder]: [SeparateApp | undefined, string] = [undefined, ''];
beforeAll(async () => {
  run = await startApp({ clock });
  folder = run.engines.dataDir;
});
afterAll(async () => {
  await run?.close();
});

it('Erasing a class study keeps files that another study also has, deletes the others, and leaves the storage consistent', async () => {
  if (!run) throw new Error('no application');
  const app = run;
  const term = classStudyCallsOf(app);
  const shared = experimentFiles('shared');
  const [r, other] = [await recruit(app, { reward: null }), await recruit(app, { reward: null })];
  for (const { study_id, researcher } of [r, other])
    await versionRequestsOf(app).uploaded(study_id, researcher, shared);
  await versionRequestsOf(app).uploaded(r.study_id, r.researcher, experimentFiles('alone'));
  const stored = async () => {
    const rows: { n: number }[] = await app.source.query(
      `SELECT count(*)::int AS n FROM platform.stored_file`,
    );
    return rows[0]?.n ?? 0;
  };
  const before = await stored();
  const classroomId = await term.classroom();
  await term.ofClass(r, classroomId);
  await term.archive(classroomId);
  clock.advance(days(180));
  await term.tell();
  clock.advance(days(31));
  expect(await term.erase()).toBe(1);
  const removed = await new SweepStoredFilesJob(
    app.source,
    app.app.get(UnitOfWork, { strict: false }),
    app.app.get(Storage, { strict: false }),
    clock,
    capabilities,
  ).run();
  expect(removed).toBeGreaterThan(0);
  expect(await stored()).toBe(before - removed);
  const kept: { n: number }[] = await app.source.query(
    `SELECT count(*)::int AS n FROM research.study_version_file f JOIN platform.stored_file s ON s.sha256 = f.sha256`,
  );
  expect(kept[0]?.n).toBe(Object.keys(shared).length);
  const faults: string[] = [];
  const [root, now] = [join(folder, 'objects'), clock.now()];
  const report = {
    fault: (kind: string, path: string) => void faults.push(`${kind} ${path}`),
    unused: (sha256: string) => void faults.push(`unused ${sha256}`),
    progress: () => undefined,
  };
  await new VerifyObjects(app.source, capabilities, root, report).run(now, (names) =>
    readAllowedUploadFiles(app.source, join(root, 'arriving'), names, now),
  );
  expect(faults).toEqual([]);
}, 30_000);
