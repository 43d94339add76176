/** @engines one: the test calls the consumer with which a worker makes a report */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  StudyVersion,
  VersionDifference,
  VersionReport,
} from '../../../contracts/study-files/study-files';
import type { Study } from '../../../contracts/studies/studies';
import { VersionCheck } from '../../../server/study-files/report/recheck/version-check';
import { ReportConsumer } from '../../../server/study-files/report/report.consumer';
import { startApp, type OwnApp } from '../../support/app/app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { recruit } from '../../support/people/recruiting';
import { zipOf, zipped } from '../../support/files/zip';
import { makeStudy } from '../studies/fixtures';
import { experiment, versionsOf } from './own-files';

let run: OwnApp;
let ask: ReturnType<typeof versionsOf>;
let owner: TestPerson;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'commonlab-versions-'));
  // An application with its own data folder, whose contents are read.
  run = await startApp({ environment: { DATA_DIR: dataDir } });
  ask = versionsOf(run);
  owner = await makeResearcher(run.source);
});
afterAll(async () => {
  await run.close();
  await rm(dataDir, { recursive: true });
});

/** Does the work of a worker for a version without a report. */
async function reportByWorker(study: string, version: string): Promise<void> {
  const consumer = new ReportConsumer(run.app.get(VersionCheck));
  const react = consumer.on['study-files.version-uploaded'] as (e: object) => Promise<void>;
  await react({ data: { study_id: study, version_id: version } });
}
const stored = async (): Promise<string[]> =>
  (await readdir(join(dataDir, 'objects'), { recursive: true })).filter((name) =>
    /[0-9a-f]{64}$/.test(name),
  );
const arriving = () => readdir(join(dataDir, 'objects', 'arriving')).catch(() => []);
const list = async (study: string, who = owner) =>
  (
    (await run.http().get(ask.at(study)).set(who.headers).expect(200)).body as {
      items: StudyVersion[];
    }
  ).items;
const put = (study: string, runtime: object, who = owner) =>
  run.http().put(`/api/studies/${study}/`).set(who.headers).send({ runtime });
const remove = (study: string, version: StudyVersion) =>
  run
    .http()
    .delete(ask.at(study, `${version._id}/`))
    .set(owner.headers);

describe('An uploaded archive', () => {
  it('becomes a version with a report, and the same files become the same version', async () => {
    const study = await makeStudy(run, owner);
    const files = {
      ...experiment(),
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
      .upload(study, owner, zipped({ ...inFolder, '__MACOSX/x': '' }))
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
      await send(zipped(experiment())).expect(201);
      expect((await send(Buffer.from('<p>A page</p>')).expect(400)).body).toMatchObject({
        code: 'archive_refused',
        fields: [{ path: '', code: 'archive_broken' }],
      });
    },
  );

  it('that is invalid is refused with file and reason, and leaves nothing', async () => {
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

  it('becomes one version if ten uploads arrive concurrently, and others are numbered in a row', async () => {
    const study = await makeStudy(run, owner);
    const same = zipped(experiment());
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => ask.upload(study, owner, same)),
      ...Array.from({ length: 4 }, () => ask.upload(study, owner)),
    ]);
    expect(answers.map(({ status }) => status).filter((one) => one === 201)).toHaveLength(5);
    expect((await list(study)).map(({ number }) => number)).toEqual([5, 4, 3, 2, 1]);
  });

  it('from macOS Finder keeps its file names, and the report says what was guessed, also when a worker makes it', async () => {
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
    const large = { name: 'big.js', content: 'a = 1;\n'.repeat(200_000) };
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
    const long = 'a = 1;\n'.repeat(200_000);
    const version = await ask.uploaded(study, owner, { ...experiment(), 'big.js': long });
    expect(version).toMatchObject({ kind: null, entry: null, errors: null });
    await reportByWorker(study, version._id);
    await reportByWorker(study, version._id);
    expect((await list(study))[0]).toMatchObject({ kind: 'plain', entry: 'index.html', errors: 0 });
  });
});

describe('A study with uploaded files', () => {
  it('accepts only an own version and an existing page, and stores the hash of the version', async () => {
    const [study, other] = [await makeStudy(run, owner), await makeStudy(run, owner)];
    const version = await ask.uploaded(study, owner);
    const refused = async (runtime: object, at = study) =>
      ((await put(at, runtime).expect(400)).body as { fields: { path: string; code: string }[] })
        .fields;
    const before = (...files: string[]) => ({ files, begins_without: false });
    const wrong = [
      [{ version_id: study }, 'runtime.version_id'],
      [{ entry: 'no.html' }, 'runtime.entry'],
      [{ entry: 'js/main.js' }, 'runtime.entry'],
      [{ beforehand: before('no/') }, 'runtime.beforehand.files.0'],
      [{ beforehand: before('js/', 'main.js') }, 'runtime.beforehand.files.1'],
      [{ beforehand: before('../a.png') }, 'runtime.beforehand.files.0'],
      [{ sha256: '0'.repeat(64) }, 'runtime.sha256'],
      [{ hosts: ['http://a.example'] }, 'runtime.hosts.0'],
      [{ hosts: ['https://a.example/'] }, 'runtime.hosts.0'],
      [{ needs: ['camera', 'camera'] }, 'runtime.needs'],
      [{ conditions: 'by chance' }, 'runtime.conditions'],
      [{ resume: { mode: 'trial', hours: 0 } }, 'runtime.resume.hours'],
    ] as const;
    for (const [more, path] of wrong)
      expect([path, await refused(ask.hosted(version, more))]).toMatchObject([path, [{ path }]]);
    expect(await refused(ask.hosted(version), other)).toMatchObject([
      { path: 'runtime.version_id' },
    ]);
    const set = (await put(study, ask.hosted(version)).expect(200)).body as Study;
    expect(set.runtime).toEqual({
      ...ask.hosted(version),
      sha256: version.sha256,
      shares: false,
      frames: false,
      own_code: true,
    });
    // Set by the researcher, else taken from the version's report.
    for (const shares of [true, false])
      expect((await put(study, ask.hosted(version, { shares })).expect(200)).body).toMatchObject({
        runtime: { shares },
      });
    const beforehand = before('js/', 'index.html');
    const named = await put(study, ask.hosted(version, { beforehand })).expect(200);
    expect(named.body).toMatchObject({ runtime: { beforehand } });
    // An editor may send back the values that were read.
    await put(study, set.runtime ?? {}).expect(200);
    expect((await remove(study, version).expect(409)).body).toMatchObject({
      code: 'version_in_use',
    });
  });

  it('keeps the launched version in its session when the study is set to another version', async () => {
    const study = await makeStudy(run, owner);
    const [one, two] = [await ask.uploaded(study, owner), await ask.uploaded(study, owner)];
    await put(study, ask.hosted(one)).expect(200);
    const asOwner = (request: ReturnType<ReturnType<typeof run.http>['put']>) =>
      request.set(owner.headers);
    await asOwner(run.http().put(`/api/studies/${study}/consent/`))
      .send({ title: 'Consent', body_markdown: 'I agree.' })
      .expect(200);
    const session = await asOwner(run.http().post(`/api/studies/${study}/sessions/`))
      .send({ capacity: 3 })
      .expect(201);
    const { _id } = session.body as { _id: string };
    await asOwner(run.http().put(`/api/sessions/${_id}/`))
      .send({ state: 'active' })
      .expect(200);
    const [row]: { runtime: object }[] = await run.source.query(
      `SELECT snapshot->'runtime' AS runtime FROM research.session WHERE id = $1`,
      [_id],
    );
    expect(row?.runtime).toMatchObject({ version_id: one._id, sha256: one.sha256 });
    await put(study, ask.hosted(two)).expect(200);
    await remove(study, one).expect(409);
    await put(study, { kind: 'video' }).expect(200);
    await remove(study, two).expect(204);
    expect((await list(study)).map(({ _id: id, in_use }) => [id, in_use])).toEqual([
      [one._id, true],
    ]);
  });

  it('is copied with its version, and each can be deleted separately', async () => {
    const study = await makeStudy(run, owner);
    const version = await ask.uploaded(study, owner);
    await put(study, ask.hosted(version)).expect(200);
    const copy = (
      await run.http().post(`/api/studies/${study}/copies/`).set(owner.headers).expect(201)
    ).body as Study;
    const [own] = await list(copy._id);
    expect(own).toMatchObject({ number: 1, sha256: version.sha256, in_use: true });
    expect(copy.runtime).toMatchObject({ version_id: own?._id });
    await put(study, { kind: 'video' }).expect(200);
    await remove(study, version).expect(204);
    const { path } = await ask.preview(copy._id, own?._id ?? '', owner);
    await run.http().get(path).expect(200);
  });

  it('can be seen by its viewers, and changed by its editors only', async () => {
    const { study_id: study } = await recruit(run, { researcher: owner });
    const version = await ask.uploaded(study, owner);
    const viewer = await makeResearcher(run.source);
    await run.source.query(
      `INSERT INTO identity.study_collaborator (account_id, study_id, role, since) VALUES ($1, $2, 'viewer', now())`,
      [viewer._id, study],
    );
    expect(await list(study, viewer)).toHaveLength(1);
    await ask.preview(study, version._id, viewer);
    await ask.upload(study, viewer).expect(403);
    const stranger = await makeResearcher(run.source);
    await ask.upload(study, stranger).expect(403);
    // A version is found in its own study only.
    const other = await makeStudy(run, stranger);
    for (const rest of ['report/', `difference/?with=${version._id}`])
      await run
        .http()
        .get(ask.at(other, `${version._id}/${rest}`))
        .set(stranger.headers)
        .expect(404);
    await run
      .http()
      .post(ask.at(other, `${version._id}/preview/`))
      .set(stranger.headers)
      .send({})
      .expect(404);
  });
});
