/**
 * @engines one: makes the report itself, without a worker and its queue, so it runs with only one
 * kind of queue (Redis or PostgreSQL)
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  StudyVersion,
  VersionDifference,
  VersionReport,
} from '../../../contracts/study-files/study-files';
import { VersionChecker } from '../../../server/study-files/report/recheck/version-check';
import { ReportConsumer } from '../../../server/study-files/report/report.consumer';
import { startApp, type SeparateApp } from '../../support/app/app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { zipOf, zipFiles } from '../../support/files/zip';
import { makeStudy } from '../studies/fixtures';
import { experimentFiles, versionRequestsOf } from './own-files';

let run: SeparateApp;
let ask: ReturnType<typeof versionRequestsOf>;
let owner: TestPerson;
let dataDir: string;
beforeAll(async () => {
  // An application with its own data folder, whose files the tests read.
  run = await startApp();
  dataDir = run.engines.dataDir;
  ask = versionRequestsOf(run);
  owner = await makeResearcher(run.source);
});
afterAll(async () => {
  await run.close();
});

/** Does the work of a worker for a version without a report. */
async function reportByWorker(study: string, version: string): Promise<void> {
  const consumer = new ReportConsumer(run.app.get(VersionChecker));
  const react = consumer.on['study-files.version-uploaded'] as (e: object) => Promise<void>;
  await react({ data: { study_id: study, version_id: version } });
}
const stored = async (): Promise<string[]> =>
  (await readdir(join(dataDir, 'objects'), { recursive: true })).filter((name) =>
    /[0-9a-f]{64}$/.test(name),
  );
const arriving = () => readdir(join(dataDir, 'objects', 'arriving')).catch(() => []);
const list = async (study: string) =>
  (
    (await run.http().get(ask.at(study)).set(owner.headers).expect(200)).body as {
      items: StudyVersion[];
    }
  ).items;

describe('An uploaded archive', () => {
  it('becomes a version with a report, and the same files become the same version', async () => {
    const study = await makeStudy(run, owner);
    const files = {
      ...experimentFiles(),
      'js/main.js': 'localStorage.a = 1;\nnew Image().src = "img/no.png";',
    };
    const first = await ask.uploaded(study, owner, files);
    expect(first).toMatchObject({
      number: 1,
      name: 'study.zip',
      files: 4,
      kind: 'plain',
      entry: 'index.html',
      errors: 2,
      warnings: 1,
      in_use: false,
      rehearsed: false,
    });
    const inFolder = Object.fromEntries(
      Object.entries(files).map(([path, content]) => [`v2/${path}`, content]),
    );
    const again = await ask
      .upload(study, owner, zipFiles({ ...inFolder, '__MACOSX/x': '' }))
      .expect(200);
    expect(again.body).toEqual(first);
    const second = await ask.uploaded(study, owner);
    expect((await list(study)).map(({ number }) => number)).toEqual([2, 1]);
    const at = (rest: string) => run.http().get(ask.at(study, rest)).set(owner.headers).expect(200);
    const { report } = (await at(`${first._id}/report/`)).body as { report: VersionReport };
    expect(report.findings).toMatchObject([
      { code: 'no_end', file: '' },
      { code: 'no_rows', file: '' },
      { code: 'maybe_missing', file: 'js/main.js', line: 2, detail: 'img/no.png' },
      { code: 'storage', file: 'js/main.js', line: 1 },
    ]);
    const difference = (await at(`${second._id}/difference/?with=${first._id}`))
      .body as VersionDifference;
    expect(difference).toMatchObject({ added: [], removed: [], same: 2 });
    expect(difference.changed.map(({ path }) => path)).toEqual(['index.html', 'js/main.js']);
  });

  it.each(['application/octet-stream', 'application/x-zip-compressed', 'text/html', 'image/png'])(
    'is judged by its bytes, whatever content type the client sends: %s',
    async (contentType) => {
      const study = await makeStudy(run, owner);
      const send = (content: Buffer) =>
        run
          .http()
          .post(ask.at(study))
          .set(owner.headers)
          .attach('file', content, { filename: 'study.zip', contentType });
      await send(zipFiles(experimentFiles())).expect(201);
      expect((await send(Buffer.from('<p>A page</p>')).expect(400)).body).toMatchObject({
        code: 'archive_refused',
        fields: [{ path: '', code: 'archive_broken' }],
      });
    },
  );

  it('that is invalid is refused with file and reason, and stores nothing', async () => {
    const study = await makeStudy(run, owner);
    const before = await stored();
    const archive = zipOf([
      { name: 'index.html', content: 'never kept' },
      { name: 'a.js', content: 'xyz', says: { crc: 1 } },
    ]);
    expect((await ask.upload(study, owner, archive).expect(400)).body).toMatchObject({
      code: 'archive_refused',
      fields: [{ path: 'a.js', code: 'archive_checksum' }],
    });
    expect(
      (await ask.upload(study, owner, Buffer.from('no archive')).expect(400)).body,
    ).toMatchObject({ fields: [{ path: '', code: 'archive_broken' }] });
    expect([await stored(), await arriving(), await list(study)]).toEqual([before, [], []]);
    await run.http().delete(`/api/studies/${study}/`).set(owner.headers).expect(204);
    expect((await ask.upload(study, owner).expect(409)).body).toMatchObject({
      code: 'study_archived',
    });
    expect(await list(study)).toEqual([]);
  });

  it('becomes one version if ten uploads arrive concurrently, and different ones get consecutive numbers', async () => {
    const study = await makeStudy(run, owner);
    const same = zipFiles(experimentFiles());
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => ask.upload(study, owner, same)),
      ...Array.from({ length: 4 }, () => ask.upload(study, owner)),
    ]);
    expect(answers.map(({ status }) => status).filter((one) => one === 201)).toHaveLength(5);
    expect((await list(study)).map(({ number }) => number)).toEqual([5, 4, 3, 2, 1]);
  });

  it('made by macOS Finder keeps its file names, and each report says that their encoding was guessed', async () => {
    const finder = (more: { name: string; content: string }[]) =>
      zipOf(
        [
          {
            name: 'index.html',
            content: '<img src="img/b\u00e4r.png"><script>commonlab.finish()</script>',
          },
          { name: 'img/ba\u0308r.png', content: 'x' },
          { name: '~$cond.xlsx', content: 'Anna' },
          ...more,
        ].map((entry) => ({ ...entry, saysUtf8: false })),
      );
    const large = { name: 'big.js', content: '// text\n'.repeat(150_000) };
    for (const archive of [finder([]), finder([large])]) {
      const study = await makeStudy(run, owner);
      const { _id: id } = (await ask.upload(study, owner, archive).expect(201))
        .body as StudyVersion;
      await reportByWorker(study, id);
      const { report } = (
        await run
          .http()
          .get(`${ask.at(study)}${id}/report/`)
          .set(owner.headers)
          .expect(200)
      ).body as { report: VersionReport };
      const ofArchive = report.findings.filter(
        ({ code }) => !/^(?:no_rows|no_end|not_reached)$/.test(code),
      );
      expect(ofArchive.map(({ code, file }) => `${code} ${file}`)).toEqual([
        'name_guessed img/b\u00e4r.png',
        'left_out ~$cond.xlsx',
      ]);
    }
  });

  it('that is large is reported once, by a worker', async () => {
    const study = await makeStudy(run, owner);
    const long = '// text\n'.repeat(150_000);
    const version = await ask.uploaded(study, owner, { ...experimentFiles(), 'big.js': long });
    expect(version).toMatchObject({ kind: null, entry: null, errors: null });
    await reportByWorker(study, version._id);
    await reportByWorker(study, version._id);
    expect((await list(study))[0]).toMatchObject({ kind: 'plain', entry: 'index.html', errors: 0 });
  });
});
