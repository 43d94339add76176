import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { unique } from '../../support/chance/unique';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { eraseAccount } from '../accounts/deletion/erased';
import { collaboratorRequestsOf } from '../collaborators/calls';
import { timelineRequestsOf, versionRequestsOf } from '../study-files/own-files';
import { makeStudy } from '../studies/fixtures';
import { resourceRequestsOf, type ResourceRequests } from './resources-rig';

let run: RunningApp;
let rig: ResourceRequests;
let owner: TestPerson;
let root: string;
beforeAll(async () => {
  run = await sharedApp();
  rig = resourceRequestsOf(run);
});
beforeEach(async () => {
  owner = await makeResearcher(run.source);
  root = await rig.root(owner);
});
afterAll(() => run.close());

const page = (script: string) => ({
  'index.html': '<title>A page</title><script src="js/main.js"></script>',
  'js/main.js': script,
});
const usesOf = async (who: TestPerson, file: string) =>
  (await rig.one(who, file)).uses.map(({ title, path, version }) => [title, path, version]);

describe('The list of uses of a file', () => {
  it('contains the newest version of a study, its draft and its consent form, with the version of the file', async () => {
    const [words, pdf] = [unique(), `%PDF-1.7\n${'x'.repeat(200)}${unique()}\n%%EOF\n`];
    const file = await rig.file(owner, root, 'main.js', { content: Buffer.from(words) });
    await rig.version(file);
    await rig.version(file, { content: Buffer.from(pdf) });
    expect(await usesOf(owner, file)).toEqual([]);
    const [a, b] = [
      await makeStudy(run, owner, { title: 'A' }),
      await makeStudy(run, owner, { title: 'B' }),
    ];
    await versionRequestsOf(run).uploaded(a, owner, page(words));
    await timelineRequestsOf(run).addFile(b, owner, 'face.js', Buffer.from(words)).expect(201);
    await run
      .http()
      .put(`/api/studies/${b}/consent/`)
      .set(owner.headers)
      .attach('file', Buffer.from(pdf), { filename: 'consent.pdf', contentType: 'application/pdf' })
      .expect(200);
    expect(await usesOf(owner, file)).toEqual([
      ['A', 'js/main.js', 1],
      ['B', expect.any(String), 3],
      ['B', 'face.js', 1],
    ]);
    // Uploads a new version without the file. The previous version has the file, but no session
    // uses that version.
    await versionRequestsOf(run).uploaded(a, owner, page(unique()));
    expect((await usesOf(owner, file)).map(([title]) => title)).toEqual(['B', 'B']);
    await run.source.query(
      `UPDATE research.study_version SET frozen = true WHERE study_id = $1 AND number = 1`,
      [a],
    );
    expect((await usesOf(owner, file)).map(([title]) => title)).toEqual(['A', 'B', 'B']);
  });

  it('names no study of others, whose bytes may be equal', async () => {
    const words = unique();
    const file = await rig.file(owner, root, 'main.js', { content: Buffer.from(words) });
    const other = await makeResearcher(run.source);
    const theirs = await makeStudy(run, other, { title: 'Theirs' });
    await versionRequestsOf(run).uploaded(theirs, other, page(words));
    expect(await usesOf(owner, file)).toEqual([]);
    await collaboratorRequestsOf(run).join(other, theirs, owner, 'viewer');
    expect(await usesOf(owner, file)).toEqual([['Theirs', 'js/main.js', 1]]);
  });

  it('shows a reader only studies in which the reader has a role', async () => {
    const words = unique();
    const folder = await rig.folder(owner, 'shared');
    const file = await rig.file(owner, folder, 'main.js', { content: Buffer.from(words) });
    const [common, own] = [
      await makeStudy(run, owner, { title: 'Common' }),
      await makeStudy(run, owner, { title: 'Own' }),
    ];
    for (const study of [common, own])
      await versionRequestsOf(run).uploaded(study, owner, page(words));
    const reader = await collaboratorRequestsOf(run).joined(owner, common, 'analyst');
    await rig.share(owner, folder, [{ study_id: common, may: 'read' }]);
    expect(await usesOf(reader, file)).toEqual([['Common', 'js/main.js', 1]]);
  });
});

describe('An account that is erased', () => {
  it('leaves no file, folder, upload or share, and does not change the copies of other people', async () => {
    const folder = await rig.folder(owner, 'faces');
    const file = await rig.file(owner, folder, 'face.png');
    await rig.deleteFile(owner, await rig.file(owner, folder, 'deleted.png'));
    await rig.upload(owner, folder, 'arriving.png');
    const study = await makeStudy(run, owner);
    const reader = await collaboratorRequestsOf(run).joined(owner, study, 'editor');
    await rig.share(owner, folder, [{ study_id: study, may: 'copy' }]);
    const copy = await rig.copy(reader, file, await rig.root(reader));
    expect(copy.status).toBe(201);
    await eraseAccount(run, owner._id);
    const left: { n: number }[] = await run.source.query(
      `SELECT (SELECT count(*) FROM research.resource WHERE owner_id = $1)::int
         + (SELECT count(*) FROM research.resource_upload WHERE owner_id = $1)::int
         + (SELECT count(*) FROM research.resource_share WHERE folder_id = $2)::int AS n`,
      [owner._id, folder],
    );
    expect(left).toEqual([{ n: 0 }]);
    const { url } = await rig.one(reader, copy.body._id);
    const { pathname, search } = new URL(url ?? '');
    await run
      .http()
      .get(pathname + search)
      .expect(200);
  });
});
