import type { StudyVersion } from '../../../../contracts/study-files/study-files';
import type { RunningApp } from '../../../support/app/launch-app';
import { bodyOf } from '../../../support/app/body-of';
import { sharedApp } from '../../../support/app/shared-app';
import { unique } from '../../../support/chance/unique';
import { makeResearcher, type TestPerson } from '../../../support/people/people';
import { makeStudy } from '../../studies/fixtures';
import { versionRequestsOf } from '../../study-files/own-files';
import { studyPageHtml, takeResourceRequestsOf } from './taking';

let run: RunningApp;
let ask: ReturnType<typeof versionRequestsOf>;
let taking: ReturnType<typeof takeResourceRequestsOf>;
let owner: TestPerson;
beforeAll(async () => {
  run = await sharedApp();
  ask = versionRequestsOf(run);
  taking = takeResourceRequestsOf(run);
});
beforeEach(async () => {
  owner = await makeResearcher(run.source);
});
afterAll(() => run.close());

describe('Taking files of the resources into a version', () => {
  it('adds them to the files of an earlier version and replaces those of the same path', async () => {
    const study = await makeStudy(run, owner);
    const first = await ask.uploaded(study, owner);
    const { file, sha256 } = await taking.makeFile(owner, `face ${unique()}`);
    const body = await bodyOf<StudyVersion>(
      taking
        .take(
          owner,
          study,
          [
            { path: 'img/face.txt', file_id: file },
            { path: 'data/long.bin', file_id: file },
          ],
          first._id,
        )
        .expect(201),
    );
    const version = body;
    expect(version).toMatchObject({ number: 2, files: first.files + 1, name: first.name });
    const rows: { path: string; sha256: string }[] = await run.source.query(
      `SELECT path, sha256 FROM research.study_version_file WHERE version_id = $1 AND sha256 = $2 ORDER BY path`,
      [version._id, sha256],
    );
    expect(rows.map(({ path }) => path)).toEqual(['data/long.bin', 'img/face.txt']);
    expect(version.kind).toBe(first.kind);
  });

  it('makes a version of resources only, and the same one for the same files', async () => {
    const study = await makeStudy(run, owner);
    const { file } = await taking.makeFile(owner, studyPageHtml + unique());
    const resources = [{ path: 'index.html', file_id: file }];
    const made = await taking.take(owner, study, resources).expect(201);
    const again = await taking.take(owner, study, resources).expect(200);
    expect((again.body as StudyVersion)._id).toBe((made.body as StudyVersion)._id);
  });

  it('keeps the taken bytes when the file gets a further version or is deleted', async () => {
    const study = await makeStudy(run, owner);
    const { file, sha256 } = await taking.makeFile(owner, studyPageHtml + unique());
    const body = await bodyOf<StudyVersion>(
      taking.take(owner, study, [{ path: 'index.html', file_id: file }]).expect(201),
    );
    await taking.store(file, `another page ${unique()}`);
    await run.source.query(`DELETE FROM research.resource WHERE id = $1`, [file]);
    const { path } = await ask.preview(study, body._id, owner, {
      entry: 'index.html',
    });
    const served = await run.http().get(path).expect(200);
    expect(served.text).toContain('A study');
    const [row]: { sha256: string }[] = await run.source.query(
      `SELECT sha256 FROM research.study_version_file WHERE version_id = $1`,
      [body._id],
    );
    expect(row?.sha256).toBe(sha256);
  });

  it('refuses files of others, files in the bin, unknown version numbers and files that are still checked', async () => {
    const study = await makeStudy(run, owner);
    const stranger = await makeResearcher(run.source);
    const { file: foreign } = await taking.makeFile(stranger, unique());
    const { file: binned } = await taking.makeFile(owner, unique());
    await run.source.query(`UPDATE research.resource SET deleted_at = now() WHERE id = $1`, [
      binned,
    ]);
    const { file: own } = await taking.makeFile(owner, unique());
    const { file: unchecked } = await taking.makeFile(owner, unique(), { state: 'checking' });
    const codeOf = async (one: object) =>
      ((await taking.take(owner, study, [{ path: 'a.txt', ...one }])).body as { code: string })
        .code;
    expect([
      await codeOf({ file_id: foreign }),
      await codeOf({ file_id: binned }),
      await codeOf({ file_id: own, version: 2 }),
      await codeOf({ file_id: unchecked }),
    ]).toEqual(['not_found', 'not_found', 'not_found', 'still_checked']);
    await taking.take(owner, study, [{ path: 'a.txt', file_id: own }], study).expect(404);
    expect((await run.http().get(ask.at(study)).set(owner.headers)).body).toMatchObject({
      items: [],
    });
  });

  it('refuses paths that lead elsewhere, twice the same path, and a file below a file', async () => {
    const study = await makeStudy(run, owner);
    const { file } = await taking.makeFile(owner, unique());
    const at = (...paths: string[]) => paths.map((path) => ({ path, file_id: file }));
    for (const path of ['../a.txt', '/a.txt', 'a//b.txt', 'a\\b.txt', '', 'con\u202e.txt'])
      await taking.take(owner, study, at(path)).expect(400);
    await taking.take(owner, study, at('a.txt', 'a.txt')).expect(400);
    const body = await bodyOf<StudyVersion>(
      taking.take(owner, study, at('a', 'a/b.txt')).expect(400),
    );
    expect(body).toMatchObject({
      code: 'archive_refused',
      fields: [{ path: 'a/b.txt', code: 'archive_path' }],
    });
  });

  it('refuses people without the right to change the study', async () => {
    const study = await makeStudy(run, owner);
    const stranger = await makeResearcher(run.source);
    const { file } = await taking.makeFile(stranger, unique());
    await taking.take(stranger, study, [{ path: 'a.txt', file_id: file }]).expect(404);
    await taking.intoDraft(stranger, study, [{ path: 'a.txt', file_id: file }]).expect(404);
  });
});

describe('Taking files of the resources beside the draft of the builder', () => {
  it('takes all of the named files or none', async () => {
    const study = await makeStudy(run, owner);
    const { file, sha256 } = await taking.makeFile(owner, unique());
    const { file: unchecked } = await taking.makeFile(owner, unique(), { state: 'checking' });
    const both = [
      { path: 'sounds/a.txt', file_id: file },
      { path: 'b.txt', file_id: unchecked },
    ];
    await taking.intoDraft(owner, study, both).expect(409);
    const draft = () => run.http().get(`/api/studies/${study}/timeline/`).set(owner.headers);
    expect((await draft()).body).toMatchObject({ files: [] });
    const body = await bodyOf<StudyVersion>(
      taking.intoDraft(owner, study, both.slice(0, 1)).expect(201),
    );
    expect(body).toMatchObject({ items: [{ path: 'sounds/a.txt', sha256 }] });
    expect((await draft()).body).toMatchObject({ files: [{ path: 'sounds/a.txt', sha256 }] });
  });
});

describe('The marks of files that were taken', () => {
  it('say which files have a newer version, until that version is taken too', async () => {
    const study = await makeStudy(run, owner);
    const { file, name } = await taking.makeFile(owner, studyPageHtml + unique());
    const resources = [{ path: 'index.html', file_id: file }];
    await taking.take(owner, study, resources).expect(201);
    await taking.intoDraft(owner, study, [{ path: 'a.txt', file_id: file }]).expect(201);
    const mark = { file_id: file, name, version: 1, newest: 1, changed: false };
    expect(await taking.marks(owner, study)).toEqual([
      { place: 'draft', path: 'a.txt', ...mark },
      { place: 'version', path: 'index.html', ...mark },
    ]);
    await taking.store(file, studyPageHtml + unique());
    const changed = { ...mark, newest: 2, changed: true };
    expect(await taking.marks(owner, study)).toMatchObject([changed, changed]);
    await taking.take(owner, study, resources).expect(201);
    expect(await taking.marks(owner, study)).toMatchObject([
      changed,
      { version: 2, newest: 2, changed: false },
    ]);
  });

  it('are copied with the study, and shown only to those who may read the file', async () => {
    const study = await makeStudy(run, owner);
    const { file } = await taking.makeFile(owner, studyPageHtml + unique());
    await taking.take(owner, study, [{ path: 'index.html', file_id: file }]).expect(201);
    await taking.intoDraft(owner, study, [{ path: 'a.txt', file_id: file }]).expect(201);
    const body = await bodyOf<StudyVersion>(
      run.http().post(`/api/studies/${study}/copies/`).set(owner.headers).send({}).expect(201),
    );
    expect(await taking.marks(owner, body._id)).toMatchObject([
      { place: 'draft', path: 'a.txt', file_id: file },
    ]);
    await run.source.query(`UPDATE research.resource SET owner_id = $2 WHERE id = $1`, [
      file,
      (await makeResearcher(run.source))._id,
    ]);
    expect(await taking.marks(owner, study)).toEqual([]);
  });
});
