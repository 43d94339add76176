import { strFromU8, unzipSync } from 'fflate';
import { attributionPath } from '../../../contracts/study-files/study-names';
import type { StudyVersion } from '../../../contracts/study-files/study-files';
import { bodyOf } from '../../support/app/body-of';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { unique } from '../../support/chance/unique';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import {
  permanentDeletionQuery,
  resourceRequestsOf,
  type ResourceRequests,
} from '../resources/resources-rig';
import { sha256Of } from '../resources/uploading';
import { makeStudy } from '../studies/fixtures';
import { versionRequestsOf } from './own-files';

let run: RunningApp;
let ask: ReturnType<typeof versionRequestsOf>;
let files: ResourceRequests;
let owner: TestPerson;
let study: string;
beforeAll(async () => {
  run = await sharedApp();
  ask = versionRequestsOf(run);
  files = resourceRequestsOf(run);
});
beforeEach(async () => {
  owner = await makeResearcher(run.source);
  study = await makeStudy(run, owner);
});
afterAll(() => run.close());

const take = async (resources: object[]): Promise<StudyVersion> => {
  const { _id: base } = await ask.uploaded(study, owner);
  return bodyOf<StudyVersion>(
    run
      .http()
      .post(`/api/studies/${study}/resources/`)
      .set(owner.headers)
      .send({ base, resources })
      .expect(201),
  );
};
async function archiveOf({ _id }: StudyVersion): Promise<Buffer> {
  const { url } = await bodyOf<{ url: string }>(
    run
      .http()
      .post(ask.at(study, `${_id}/archive/`))
      .set(owner.headers)
      .expect(201),
  );
  const { pathname, search } = new URL(url);
  const { statusCode, rawPayload } = await run.app.inject({ url: pathname + search });
  expect(statusCode).toBe(200);
  return rawPayload;
}
async function listOf(version: StudyVersion): Promise<string[] | undefined> {
  const list = unzipSync(await archiveOf(version))[attributionPath];
  return list && strFromU8(list).split('\r\n').slice(1, -1);
}

describe('The ZIP of a version', () => {
  it('lists licence, creator and source of the files that were taken, those of their folders too', async () => {
    const [secret, content] = [unique(), Buffer.from(unique())];
    const folder = await files.folder(owner, secret);
    await files.changeFolder(owner, folder, { licence: 'CC-BY-4.0', source: 'https://a.example' });
    const face = await files.file(owner, folder, `${secret}.txt`, { content });
    await files.changeFile(owner, face, { creator: '=Ada' });
    const plain = await files.file(owner, await files.root(owner), 'plain.txt');
    const version = await take([
      { path: 'img/a.txt', file_id: face },
      { path: 'img/b.txt', file_id: face },
      { path: 'c.txt', file_id: plain },
    ]);
    const words = `"${sha256Of(content)}","CC-BY-4.0","'=Ada","https://a.example"`;
    const list = await listOf(version);
    expect(list).toEqual([`"img/a.txt",${words}`, `"img/b.txt",${words}`]);
    expect(list?.join()).not.toContain(secret);
  });

  it('has no list when no taken file names any terms, or when these have been deleted', async () => {
    const root = await files.root(owner);
    const plain = await files.file(owner, root, 'plain.txt');
    expect(await listOf(await take([{ path: 'a.txt', file_id: plain }]))).toBeUndefined();
    const named = await files.file(owner, root, 'named.txt');
    await files.changeFile(owner, named, { licence: 'CC0-1.0' });
    const version = await take([{ path: 'a.txt', file_id: named }]);
    expect(await listOf(version)).toHaveLength(1);
    await files.deleteFile(owner, named, permanentDeletionQuery);
    expect(await listOf(version)).toBeUndefined();
  });

  it('becomes the same version when it is uploaded again: the list of terms is no file of the study', async () => {
    const named = await files.file(owner, await files.root(owner), 'named.txt');
    await files.changeFile(owner, named, { licence: 'CC0-1.0' });
    const version = await take([{ path: 'a.txt', file_id: named }]);
    const again = await ask.upload(study, owner, await archiveOf(version)).expect(200);
    expect(again.body).toMatchObject({ _id: version._id, sha256: version.sha256 });
    const elsewhere = await ask.upload(
      await makeStudy(run, owner),
      owner,
      await archiveOf(version),
    );
    expect(elsewhere.body).toMatchObject({ files: version.files, sha256: version.sha256 });
  });
});
