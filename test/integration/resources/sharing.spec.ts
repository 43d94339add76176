import { timeOrderedId } from '../../../server/platform/db/ids';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { collaboratorRequestsOf } from '../collaborators/calls';
import { makeStudy } from '../studies/fixtures';
import { resourceRequestsOf, type ResourceRequests } from './resources-rig';

let run: RunningApp;
let rig: ResourceRequests;
let access: ReturnType<typeof collaboratorRequestsOf>;
let owner: TestPerson;
let reader: TestPerson;
let study: string;
/** The folders: root / private / faces (shared) / happy / face.png, and private / secret.png. */
let faces: string;
let happy: string;
let face: string;
let secret: string;
beforeAll(async () => {
  run = await sharedApp();
  rig = resourceRequestsOf(run);
  access = collaboratorRequestsOf(run);
});
beforeEach(async () => {
  owner = await makeResearcher(run.source, { first_name: 'Grace', last_name: 'Hopper' });
  study = await makeStudy(run, owner);
  reader = await access.joined(owner, study, 'viewer');
  const hidden = await rig.folder(owner, 'private');
  await rig.changeFolder(owner, hidden, { licence: 'CC-BY-4.0' });
  faces = await rig.folder(owner, 'faces', hidden);
  happy = await rig.folder(owner, 'happy', faces);
  face = await rig.file(owner, happy, 'face.png');
  secret = await rig.file(owner, hidden, 'secret.png');
});
afterAll(() => run.close());

const share = (may: 'read' | 'copy' = 'read', folder = faces) =>
  rig.share(owner, folder, [{ study_id: study, may }]);
const sharedWith = async (who: TestPerson) =>
  (await rig.folders(who)).filter((folder) => folder.owner !== null);
/** Returns the count or the status that each call about the shared file gives this person. */
const seen = async (who = reader) => [
  (await sharedWith(who)).length,
  await rig.told(who, 'get', `/api/files/${face}/`),
  await rig.told(who, 'get', `/api/files/?folder=${happy}`),
  (await rig.names(who, { text: 'face' })).length,
  (await rig.copy(who, face, await rig.root(who), `${timeOrderedId()}.png`)).status,
];
const nothing = [0, 'not_found', 'not_found', 0, 404];

describe('A shared folder', () => {
  it('is read with all below it by the people of its study, and by no other person', async () => {
    expect(await seen()).toEqual(nothing);
    expect(await share()).toBe(200);
    expect(await seen()).toEqual([2, 200, 200, 1, 403]);
    expect(await seen(await makeResearcher(run.source))).toEqual(nothing);
    expect(await sharedWith(reader)).toMatchObject([
      {
        _id: faces,
        parent_id: null,
        name: 'faces',
        owner: 'Grace Hopper',
        may: 'read',
        folders: 1,
      },
      { _id: happy, parent_id: faces, name: 'happy', owner: 'Grace Hopper', may: 'read', files: 1 },
    ]);
    expect(await rig.one(reader, face)).toMatchObject({
      folder_id: happy,
      effective: { licence: 'CC-BY-4.0' },
    });
    expect(await rig.versions(reader, face)).toHaveLength(1);
    // In the owner's list, the folder does not appear as shared by another person.
    expect(await sharedWith(owner)).toEqual([]);
  });

  it('shows readers only the newest version, and lets them take no earlier one', async () => {
    await share('copy');
    await rig.version(face);
    expect((await rig.versions(reader, face)).map(({ number }) => number)).toEqual([2]);
    expect(await rig.versions(owner, face)).toHaveLength(2);
    const study = await makeStudy(run, reader);
    const take = (version?: number) =>
      rig.told(reader, 'post', `/api/studies/${study}/resources/`, {
        base: null,
        resources: [{ path: 'a.txt', file_id: face, ...(version && { version }) }],
      });
    expect([await take(1), await take(2), await take()]).toEqual(['not_found', 201, 200]);
  });

  it('reveals nothing of the neighbouring and parent folders', async () => {
    await share('copy');
    const above = (await rig.folders(owner))
      .filter(({ _id }) => _id !== faces && _id !== happy)
      .map(({ _id }) => _id);
    expect(above).toHaveLength(2);
    const told = JSON.stringify([
      await rig.folders(reader),
      await rig.list(reader, { folder: faces }),
      await rig.list(reader, { text: 'png' }),
      await rig.one(reader, face),
    ]);
    for (const id of [...above, secret, 'secret', 'private']) expect(told).not.toContain(id);
    for (const id of above)
      expect(await rig.told(reader, 'get', `/api/files/?folder=${id}`)).toBe('not_found');
    expect(await rig.told(reader, 'get', `/api/files/${secret}/`)).toBe('not_found');
  });

  it('can be copied if the share allows it, and is never changed by its readers', async () => {
    await share('copy');
    expect(await seen()).toEqual([2, 200, 200, 1, 201]);
    const mine = await rig.root(reader);
    for (const refused of [
      rig.changeFile(reader, face, { name: 'mine.png' }),
      rig.changeFile(reader, face, { folder_id: mine }),
      rig.deleteFile(reader, face),
      rig.changeFolder(reader, faces, { name: 'mine' }),
      rig.deleteFolder(reader, happy, '?for_good=true'),
      rig.share(reader, faces, []),
      rig.told(reader, 'get', `/api/folders/${faces}/sharing/`),
      rig.told(reader, 'post', `/api/files/${face}/versions/`, { again: 1 }),
    ])
      expect(await refused).toBe('forbidden');
    expect(await rig.told(reader, 'post', '/api/folders/', { name: 'a', parent_id: faces })).toBe(
      'not_found',
    );
    const own = await rig.file(reader, mine, 'own.png');
    expect(await rig.changeFile(reader, own, { folder_id: faces })).toBe('not_found');
    expect((await rig.copy(reader, own, faces)).status).toBe(404);
  });

  it('applies the wider of two shares, and shows a shared folder below another one once', async () => {
    await share('read');
    await share('copy', happy);
    expect((await sharedWith(reader)).map(({ _id, may }) => [_id, may])).toEqual([
      [faces, 'read'],
      [happy, 'copy'],
    ]);
    expect(await seen()).toEqual([2, 200, 200, 1, 201]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['the share is deleted', () => rig.share(owner, faces, [])],
    ['the folder is put into the bin', () => rig.deleteFolder(owner, faces)],
    [
      'a folder above it is put into the bin',
      async () => {
        const above = (await rig.folders(owner)).find(({ name }) => name === 'private');
        return rig.deleteFolder(owner, above?._id ?? '');
      },
    ],
    ['it is deleted for good', () => rig.deleteFolder(owner, faces, '?for_good=true')],
    [
      'the reader leaves the study',
      () => access.told(reader, 'delete', `/api/studies/${study}/collaborators/${reader._id}/`),
    ],
    [
      'the reader is removed from the study',
      () => access.told(owner, 'delete', `/api/studies/${study}/collaborators/${reader._id}/`),
    ],
  ])('ends immediately when %s', async (_, ending) => {
    await share('copy');
    expect(await seen()).toEqual([2, 200, 200, 1, 201]);
    expect(await ending()).toEqual(expect.any(Number));
    expect(await seen()).toEqual([0, 'not_found', 'not_found', expect.any(Number), 404]);
    expect((await rig.names(reader, { text: 'face.png' })).length).toBe(0);
  });

  it('ends when its owner leaves the study, and is not listed with it any more', async () => {
    const theirs = await makeStudy(run, reader);
    await access.join(reader, theirs, owner, 'editor');
    expect(await rig.share(owner, faces, [{ study_id: theirs, may: 'read' }])).toBe(200);
    expect(await seen()).toEqual([2, 200, 200, 1, 403]);
    await access.told(owner, 'delete', `/api/studies/${theirs}/collaborators/${owner._id}/`);
    expect(await seen()).toEqual(nothing);
    expect(await rig.ask(owner, 'get', `/api/folders/${faces}/sharing/`)).toEqual({ items: [] });
  });
});

describe('Sharing a folder', () => {
  it('is possible with studies that one owns or edits, and a new list of shares replaces the one before', async () => {
    const theirs = await makeStudy(run, reader, { title: 'A study of others' });
    const mine = await makeStudy(run, owner, { title: 'B own study' });
    const both = [theirs, mine].map((study_id) => ({ study_id, may: 'copy' as const }));
    expect(await rig.share(owner, faces, both)).toBe('not_found');
    await access.join(reader, theirs, owner, 'viewer');
    expect(await rig.share(owner, faces, both)).toBe('not_found');
    await run.source.query(
      `UPDATE identity.study_collaborator SET role = 'editor' WHERE study_id = $1 AND account_id = $2`,
      [theirs, owner._id],
    );
    expect(await rig.share(owner, faces, both)).toBe(200);
    // The owner of the folder loses the right to edit the study. The study keeps its share. A new
    // list of shares from the owner may still contain this share.
    await run.source.query(
      `UPDATE identity.study_collaborator SET role = 'viewer' WHERE study_id = $1 AND account_id = $2`,
      [theirs, owner._id],
    );
    const kept = { study_id: theirs, may: 'read' as const };
    expect(await rig.share(owner, faces, [kept])).toBe(200);
    expect(await rig.ask(owner, 'get', `/api/folders/${faces}/sharing/`)).toEqual({
      items: [{ ...kept, title: 'A study of others' }],
    });
  });

  it('refuses a repeated study, a study that does not exist, a file, and a folder in the bin', async () => {
    const one = { study_id: study, may: 'read' as const };
    expect(await rig.share(owner, faces, [one, { ...one, may: 'copy' }])).toBe('validation_failed');
    expect(await rig.share(owner, faces, [{ ...one, study_id: timeOrderedId() }])).toBe(
      'not_found',
    );
    expect(await rig.share(owner, face, [one])).toBe('not_found');
    await rig.deleteFolder(owner, faces);
    expect(await rig.share(owner, faces, [one])).toBe('not_found');
  });
});
