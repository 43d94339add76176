import { Charsets } from '../../../server/study-files/addresses/charsets';
import type { StudyVersion, VersionReport } from '../../../contracts/study-files/study-files';
import { Storage } from '../../../server/platform/storage/storage';
import { reportLimits } from '../../../server/study-files/report/thread/report-limits';
import { noArchiveNotes } from '../../../server/study-files/archive/archive.rule';
import { ReportMaker } from '../../../server/study-files/report/report-maker';
import type { ManifestFile } from '../../../server/study-files/versions/manifest';
import type { RunningApp } from '../../support/app/launch-app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { sharedApp } from '../../support/app/shared-app';
import { makeStudy } from '../studies/fixtures';
import { experimentFiles, versionRequestsOf } from './own-files';

let run: RunningApp;
let owner: TestPerson;
beforeAll(async () => {
  run = await sharedApp();
  owner = await makeResearcher(run.source);
});
afterAll(() => run.close());

/** Almost the longest file that is checked; its syntax tree takes far more memory. */
const large = `var a = [${'[],'.repeat(1_300_000)}0];`;

async function filesOf(more: Record<string, string>): Promise<ManifestFile[]> {
  const study = await makeStudy(run, owner);
  const version = await versionRequestsOf(run).uploaded(study, owner, {
    ...experimentFiles(),
    ...more,
  });
  return run.source.query(
    `SELECT path, sha256, bytes FROM research.study_version_file WHERE version_id = $1
     ORDER BY path COLLATE "C"`,
    [version._id],
  );
}
const maker = () => new ReportMaker(run.app.get(Storage), run.app.get(Charsets));
const stoppedIn = ({ findings }: VersionReport) =>
  findings.filter(({ code }) => code === 'check_stopped').map(({ file }) => file);

describe('The check of study files', () => {
  it('does not block requests to the server', async () => {
    const files = await filesOf({ 'large.js': large });
    let isMade = false;
    const made = maker()
      .of(files, noArchiveNotes)
      .then((report) => {
        isMade = true;
        return report;
      });
    let meanwhile = 0;
    while (!isMade) {
      await run.http().get('/api/sign-in-methods/').expect(200);
      if (!isMade) meanwhile++;
    }
    expect((await made).entry).toBe('index.html');
    // If the server's thread did the check, it would answer one or two requests only.
    expect(meanwhile).toBeGreaterThan(10);
  });

  it('stops at a file that takes too much memory, names it, and checks the others', async () => {
    const files = await filesOf({
      'large.js': large,
      'page.html': '<img src="not-there.png">',
    });
    const report = await maker().of(files, noArchiveNotes, { ...reportLimits, memoryMb: 48 });
    expect(stoppedIn(report)).toEqual(['large.js']);
    expect(report.findings).toContainEqual(
      expect.objectContaining({ code: 'missing_reference', file: 'page.html' }),
    );
    expect(report.entry).toBe('index.html');
  });

  it('stops when the time is over, and names each unchecked file', async () => {
    const files = await filesOf({});
    // Parsing it takes seconds.
    const withLarge = await filesOf({ 'large.js': large });
    const late = await maker().of(withLarge, noArchiveNotes, { ...reportLimits, fileMs: 200 });
    expect(stoppedIn(late)).toEqual(['large.js']);
    expect(late.stopped).toBe(true);
    const noTime = await maker().of(files, noArchiveNotes, { ...reportLimits, allMs: -1 });
    expect(stoppedIn(noTime)).toEqual(['index.html', 'js/main.js']);
    expect(late.entry).toBe('index.html');
    const waited = await maker().of(files, noArchiveNotes, { ...reportLimits, waitMs: -1 });
    expect(stoppedIn(waited)).toEqual(['index.html', 'js/main.js']);
  });

  it('is left to a worker if a request would have to wait for it', async () => {
    const files = await filesOf({});
    const busy = maker();
    const others = [busy.of(files, noArchiveNotes), busy.of(files, noArchiveNotes)];
    expect(await busy.soon(files, noArchiveNotes)).toBeNull();
    await Promise.all(others);
    expect(await busy.soon(files, noArchiveNotes)).toMatchObject({ entry: 'index.html' });
    const study = await makeStudy(run, owner);
    const version: StudyVersion = await versionRequestsOf(run).uploaded(study, owner);
    expect(version).toMatchObject({ kind: 'plain', entry: 'index.html' });
  });
});
