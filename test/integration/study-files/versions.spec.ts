import type { StudyVersion } from '../../../contracts/study-files/study-files';
import type { Study } from '../../../contracts/studies/studies';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { recruit } from '../../support/people/recruiting';
import { makeStudy } from '../studies/fixtures';
import { versionRequestsOf } from './own-files';

let run: RunningApp;
let ask: ReturnType<typeof versionRequestsOf>;
let owner: TestPerson;
beforeAll(async () => {
  run = await sharedApp();
  ask = versionRequestsOf(run);
  owner = await makeResearcher(run.source);
});
afterAll(() => run.close());

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

describe('A study with uploaded files', () => {
  it('accepts only one of its versions and an existing page, and stores the hash of the version', async () => {
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
    // The researcher sets whether the study's pages share data with those of other participants.
    // Without a setting, the version's report decides.
    for (const shares of [true, false])
      expect((await put(study, ask.hosted(version, { shares })).expect(200)).body).toMatchObject({
        runtime: { shares },
      });
    const beforehand = before('js/', 'index.html');
    const named = await put(study, ask.hosted(version, { beforehand })).expect(200);
    expect(named.body).toMatchObject({ runtime: { beforehand } });
    // A request may contain all values of an earlier answer, also values that the server computed.
    await put(study, set.runtime ?? {}).expect(200);
    expect((await remove(study, version).expect(409)).body).toMatchObject({
      code: 'version_in_use',
    });
  });

  it('keeps the launched version in its session when the study is set to a different version', async () => {
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
