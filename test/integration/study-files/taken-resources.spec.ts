import { createHash } from 'node:crypto';
import type { Response } from 'supertest';
import type { StudyVersion } from '../../../contracts/study-files/study-files';
import type { TakenResource } from '../../../contracts/study-files/taken-resources';
import type { ResourceType } from '../../../contracts/resources/file-types';
import type { RunningApp } from '../../support/app/launch-app';
import { bodyOf } from '../../support/app/body-of';
import { sharedApp } from '../../support/app/shared-app';
import { unique } from '../../support/chance/unique';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { count } from '../accounts/people-of';
import { eventually } from '../../support/chance/wait';
import { makeStudy } from '../studies/fixtures';
import { resourcesOf, type Resources } from '../resources/resources-rig';
import { versionsOf } from './own-files';

let run: RunningApp;
let ask: ReturnType<typeof versionsOf>;
let files: Resources;
let owner: TestPerson;
beforeAll(async () => {
  run = await sharedApp();
  ask = versionsOf(run);
  files = resourcesOf(run);
});
beforeEach(async () => {
  owner = await makeResearcher(run.source);
});
afterAll(() => run.close());

/** A file in a folder of its own. */
async function makeFile(
  text: string,
  of = owner,
  state: 'ready' | 'checking' = 'ready',
  type: ResourceType = 'text/plain',
) {
  const name = `${unique()}.txt`;
  const folder = await files.folder(of, unique());
  const content = { content: Buffer.from(text), state, type };
  const file = await files.file(of, folder, name, content);
  return { file, name, sha256: createHash('sha256').update(text).digest('hex') };
}
/** Makes a text the newest version of a file. */
const store = (file: string, text: string) => files.version(file, { content: Buffer.from(text) });

const take = (study: string, resources: object[], base: string | null = null, who = owner) =>
  run.http().post(`/api/studies/${study}/resources/`).set(who.headers).send({ base, resources });
const intoDraft = (study: string, resources: object[], who = owner) =>
  run.http().post(`/api/studies/${study}/timeline/resources/`).set(who.headers).send({ resources });
const marks = async (study: string, who = owner) =>
  (
    (await run.http().get(`/api/studies/${study}/resources/`).set(who.headers).expect(200))
      .body as {
      items: TakenResource[];
    }
  ).items;
const page = '<!doctype html><title>A study</title>';

describe('Taking files of the resources into a version', () => {
  it('adds them to the files of an earlier version and replaces those of the same path', async () => {
    const study = await makeStudy(run, owner);
    const first = await ask.uploaded(study, owner);
    const { file, sha256 } = await makeFile(`face ${unique()}`);
    const body = await bodyOf<StudyVersion & { file_url: string }>(
      take(
        study,
        [
          { path: 'img/face.txt', file_id: file },
          { path: 'data/long.bin', file_id: file },
        ],
        first._id,
      ).expect(201),
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

  it('makes a version of resources alone, and the same one for the same files', async () => {
    const study = await makeStudy(run, owner);
    const { file } = await makeFile(page + unique());
    const resources = [{ path: 'index.html', file_id: file }];
    const made = await take(study, resources).expect(201);
    const again = await take(study, resources).expect(200);
    expect((again.body as StudyVersion)._id).toBe((made.body as StudyVersion)._id);
  });

  it('keeps the taken bytes when the file gets a further version or is deleted', async () => {
    const study = await makeStudy(run, owner);
    const { file, sha256 } = await makeFile(page + unique());
    const body = await bodyOf<StudyVersion & { file_url: string }>(
      take(study, [{ path: 'index.html', file_id: file }]).expect(201),
    );
    await store(file, `another page ${unique()}`);
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

  it('refuses files of others, files in the bin, unknown numbers and files that are still checked', async () => {
    const study = await makeStudy(run, owner);
    const stranger = await makeResearcher(run.source);
    const { file: foreign } = await makeFile(unique(), stranger);
    const { file: binned } = await makeFile(unique());
    await run.source.query(`UPDATE research.resource SET deleted_at = now() WHERE id = $1`, [
      binned,
    ]);
    const { file: own } = await makeFile(unique());
    const { file: unchecked } = await makeFile(unique(), owner, 'checking');
    const codeOf = async (one: object) =>
      ((await take(study, [{ path: 'a.txt', ...one }])).body as { code: string }).code;
    expect([
      await codeOf({ file_id: foreign }),
      await codeOf({ file_id: binned }),
      await codeOf({ file_id: own, version: 2 }),
      await codeOf({ file_id: unchecked }),
    ]).toEqual(['not_found', 'not_found', 'not_found', 'still_checked']);
    await take(study, [{ path: 'a.txt', file_id: own }], study).expect(404);
    expect((await run.http().get(ask.at(study)).set(owner.headers)).body).toMatchObject({
      items: [],
    });
  });

  it('refuses paths that lead elsewhere, twice the same path, and a file below a file', async () => {
    const study = await makeStudy(run, owner);
    const { file } = await makeFile(unique());
    const at = (...paths: string[]) => paths.map((path) => ({ path, file_id: file }));
    for (const path of ['../a.txt', '/a.txt', 'a//b.txt', 'a\\b.txt', '', 'con\u202e.txt'])
      await take(study, at(path)).expect(400);
    await take(study, at('a.txt', 'a.txt')).expect(400);
    const body = await bodyOf<StudyVersion & { file_url: string }>(
      take(study, at('a', 'a/b.txt')).expect(400),
    );
    expect(body).toMatchObject({
      code: 'archive_refused',
      fields: [{ path: 'a/b.txt', code: 'archive_path' }],
    });
  });

  it('refuses people without the right to change the study', async () => {
    const study = await makeStudy(run, owner);
    const stranger = await makeResearcher(run.source);
    const { file } = await makeFile(unique(), stranger);
    await take(study, [{ path: 'a.txt', file_id: file }], null, stranger).expect(404);
    await intoDraft(study, [{ path: 'a.txt', file_id: file }], stranger).expect(404);
  });
});

describe('Taking files of the resources beside the draft of the builder', () => {
  it('places all of them or none', async () => {
    const study = await makeStudy(run, owner);
    const { file, sha256 } = await makeFile(unique());
    const { file: unchecked } = await makeFile(unique(), owner, 'checking');
    const both = [
      { path: 'sounds/a.txt', file_id: file },
      { path: 'b.txt', file_id: unchecked },
    ];
    await intoDraft(study, both).expect(409);
    const draft = () => run.http().get(`/api/studies/${study}/timeline/`).set(owner.headers);
    expect((await draft()).body).toMatchObject({ files: [] });
    const body = await bodyOf<StudyVersion & { file_url: string }>(
      intoDraft(study, both.slice(0, 1)).expect(201),
    );
    expect(body).toMatchObject({ items: [{ path: 'sounds/a.txt', sha256 }] });
    expect((await draft()).body).toMatchObject({ files: [{ path: 'sounds/a.txt', sha256 }] });
  });
});

describe('Many calls that take files beside one draft', () => {
  it('leave connections to the calls of others while they wait', async () => {
    const study = await makeStudy(run, owner);
    const { file } = await makeFile(unique());
    const stranger = await makeResearcher(run.source);
    const other = run.source.createQueryRunner();
    await other.startTransaction();
    await other.query('SELECT 1 FROM research.study WHERE id = $1 FOR UPDATE', [study]);
    const [own] = (await other.query('SELECT pg_backend_pid() AS pid')) as { pid: number }[];
    const answers = Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        intoDraft(study, [{ path: `${n}.txt`, file_id: file }]).then(({ status }) => status),
      ),
    );
    const waiting = () =>
      other.query(`SELECT 1 FROM pg_locks WHERE $1 = ANY(pg_blocking_pids(pid))`, [own?.pid]);
    await eventually(waiting, (rows: unknown[]) => rows.length > 0);
    const answer = await run.http().get('/api/folders/').set(stranger.headers);
    await other.commitTransaction();
    await other.release();
    expect(answer.status).toBe(200);
    expect(new Set(await answers)).toEqual(new Set([201]));
  });
});

describe('A file that is deleted for good at the same moment', () => {
  /** The answer of a call that meets the deletion before it commits. */
  async function whileDeleted(file: string, call: () => PromiseLike<Response>): Promise<Response> {
    const other = run.source.createQueryRunner();
    try {
      await other.startTransaction();
      await other.query(`DELETE FROM research.resource WHERE id = $1`, [file]);
      const [own] = (await other.query('SELECT pg_backend_pid() AS pid')) as { pid: number }[];
      const answer = Promise.resolve(call());
      await eventually(
        () => count(run.source, `pg_locks WHERE ${own?.pid} = ANY(pg_blocking_pids(pid))`),
        (waiting) => waiting > 0,
      );
      await other.commitTransaction();
      return await answer;
    } finally {
      await other.release();
    }
  }

  it('is not found by what takes it, into a version or beside the draft', async () => {
    const study = await makeStudy(run, owner);
    const { file } = await makeFile(page + unique());
    const { file: second } = await makeFile(unique());
    const into = await whileDeleted(file, () => take(study, [{ path: 'a.html', file_id: file }]));
    const beside = await whileDeleted(second, () =>
      intoDraft(study, [{ path: 'b.txt', file_id: second }]),
    );
    expect([into.status, beside.status]).toEqual([404, 404]);
  });

  it('is left out of the marks of a copy that is made of the study', async () => {
    const study = await makeStudy(run, owner);
    const { file } = await makeFile(page + unique());
    await intoDraft(study, [{ path: 'a.txt', file_id: file }]).expect(201);
    const copied = await whileDeleted(file, () =>
      run.http().post(`/api/studies/${study}/copies/`).set(owner.headers).send({}),
    );
    expect(copied.status).toBe(201);
    expect(await marks((copied.body as { _id: string })._id)).toEqual([]);
  });
});

describe('The marks of files that were taken', () => {
  it('say which have a newer version, until that one is taken too', async () => {
    const study = await makeStudy(run, owner);
    const { file, name } = await makeFile(page + unique());
    const resources = [{ path: 'index.html', file_id: file }];
    await take(study, resources).expect(201);
    await intoDraft(study, [{ path: 'a.txt', file_id: file }]).expect(201);
    const mark = { file_id: file, name, version: 1, newest: 1, changed: false };
    expect(await marks(study)).toEqual([
      { place: 'draft', path: 'a.txt', ...mark },
      { place: 'version', path: 'index.html', ...mark },
    ]);
    await store(file, page + unique());
    const changed = { ...mark, newest: 2, changed: true };
    expect(await marks(study)).toMatchObject([changed, changed]);
    await take(study, resources).expect(201);
    expect(await marks(study)).toMatchObject([changed, { version: 2, newest: 2, changed: false }]);
  });

  it('are copied with the study, and shown only to those who may read the file', async () => {
    const study = await makeStudy(run, owner);
    const { file } = await makeFile(page + unique());
    await take(study, [{ path: 'index.html', file_id: file }]).expect(201);
    await intoDraft(study, [{ path: 'a.txt', file_id: file }]).expect(201);
    const body = await bodyOf<StudyVersion & { file_url: string }>(
      run.http().post(`/api/studies/${study}/copies/`).set(owner.headers).send({}).expect(201),
    );
    expect(await marks(body._id)).toMatchObject([{ place: 'draft', path: 'a.txt', file_id: file }]);
    await run.source.query(`UPDATE research.resource SET owner_id = $2 WHERE id = $1`, [
      file,
      (await makeResearcher(run.source))._id,
    ]);
    expect(await marks(study)).toEqual([]);
  });
});

describe('A consent form from a PDF of the resources', () => {
  const publish = (study: string, body: object) =>
    run.http().put(`/api/studies/${study}/consent/file/`).set(owner.headers).send(body);

  it('has the bytes of the file and the name as its title, and stays when the file is deleted', async () => {
    const study = await makeStudy(run, owner);
    const bytes = `%PDF-1.7 ${unique()}`;
    const { file, name, sha256 } = await makeFile(bytes, owner, 'ready', 'application/pdf');
    const body = await bodyOf<StudyVersion & { file_url: string }>(
      publish(study, { file_id: file }).expect(200),
    );
    expect(body).toMatchObject({ kind: 'pdf', title: name, version: 1 });
    await run.source.query(`DELETE FROM research.resource WHERE id = $1`, [file]);
    const { file_url } = body;
    const { pathname, search } = new URL(file_url);
    const served = await run
      .http()
      .get(pathname + search)
      .expect(200);
    expect(
      createHash('sha256')
        .update(served.body as Buffer)
        .digest('hex'),
    ).toBe(sha256);
  });

  it('refuses what is no PDF, files of others and an overtaken version', async () => {
    const study = await makeStudy(run, owner);
    const { file: text } = await makeFile(unique());
    await publish(study, { file_id: text }).expect(415);
    const stranger = await makeResearcher(run.source);
    const { file: foreign } = await makeFile(unique(), stranger, 'ready', 'application/pdf');
    await publish(study, { file_id: foreign }).expect(404);
    const { file } = await makeFile(unique(), owner, 'ready', 'application/pdf');
    await publish(study, { file_id: file }).expect(200);
    const body = await bodyOf<StudyVersion & { file_url: string }>(
      run
        .http()
        .put(`/api/studies/${study}/consent/file/?replaces=0`)
        .set(owner.headers)
        .send({ file_id: file })
        .expect(409),
    );
    expect(body).toMatchObject({ code: 'other_consent_in_force' });
  });
});
