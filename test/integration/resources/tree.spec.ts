import { resourcesLimits } from '../../../contracts/resources/limits';
import { timeOrderedId } from '../../../server/platform/db/ids';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
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

const add = (name: string, parent_id = root) =>
  rig.told(owner, 'post', '/api/folders/', { name, parent_id });
const nameOf = async (id: string) => (await rig.one(owner, id)).name;

describe('The root folder of a researcher', () => {
  it('exists once, also when two simultaneous calls need it for the first time', async () => {
    const person = await makeResearcher(run.source);
    const seen = await Promise.all([
      rig.folders(person),
      rig.list(person),
      rig.folders(person),
      rig.list(person),
    ]);
    expect(seen[0]).toMatchObject([{ name: '', parent_id: null, owner: null, may: 'change' }]);
    expect(seen[0]).toEqual(seen[2]);
    expect(seen[1]).toEqual({ items: [], next_cursor: null, count: 0 });
  });

  it('cannot be renamed, moved or deleted, and may name the creator of all that is below', async () => {
    const folder = await rig.folder(owner, 'faces');
    expect(await rig.changeFolder(owner, root, { name: 'all' })).toBe('forbidden');
    expect(await rig.changeFolder(owner, root, { parent_id: folder })).toBe('forbidden');
    expect(await rig.deleteFolder(owner, root)).toBe('forbidden');
    expect(await rig.deleteFolder(owner, root, '?for_good=true')).toBe('forbidden');
    expect(await rig.changeFolder(owner, root, { licence: 'CC0-1.0' })).toBe(200);
    expect((await rig.folders(owner)).map(({ licence }) => licence)).toEqual(['CC0-1.0', '']);
  });
});

describe('The name of a file or folder', () => {
  it.each([
    ['..'],
    ['.'],
    ['a/b'],
    ['a\\b'],
    ['a:b'],
    ['con'],
    ['LPT1.png'],
    ['ends with a dot.'],
    ['a\u202Eb'],
    ['a\u200Bb'],
    ['a\nb'],
    ['a\0b'],
    ['x'.repeat(151)],
    [' '],
    [''],
  ])('%j is refused for a folder, a file and a copy', async (name) => {
    const file = await rig.file(owner, root, 'face.png');
    expect(await add(name)).toBe('validation_failed');
    expect(await rig.changeFile(owner, file, { name })).toBe('validation_failed');
    expect((await rig.copy(owner, file, root, name)).body.code).toBe('validation_failed');
    expect(await rig.names(owner)).toEqual(['face.png']);
  });

  it.each([
    ['Face.PNG', 'face.png'],
    ['Gesicht\u0308', 'gesich\u1e97'],
    ['stra\u00dfe', 'STRASSE'],
    ['\ufb01le', 'file'],
  ])('%j is the same as %j, for files and folders alike', async (one, other) => {
    await add(one);
    expect(await add(other)).toBe('path_taken');
    const file = await rig.file(owner, root, 'other');
    expect(await rig.changeFile(owner, file, { name: other })).toBe('path_taken');
    expect((await rig.copy(owner, file, root, other)).body.code).toBe('path_taken');
    expect(await nameOf(file)).toBe('other');
  });

  it('may become longer in the form that is compared, as long as Unicode makes it', async () => {
    const name = `${'\ufdfa'.repeat(140)}\u3314\u3332\ufdfb\u3327`;
    expect(await add(name)).toBe(201);
    expect(await add(name.normalize('NFKC').slice(0, 150))).toBe(201);
    expect(await rig.names(owner, { text: name.slice(0, 100) })).toEqual([]);
  });

  it('can be changed to a different spelling by the item that has it', async () => {
    const file = await rig.file(owner, root, 'face.png');
    expect(await rig.changeFile(owner, file, { name: 'Face.PNG' })).toBe(200);
    expect(await nameOf(file)).toBe('Face.PNG');
  });

  it('counts as taken while an upload under way uses it', async () => {
    await rig.upload(owner, root, 'Face.png');
    const file = await rig.file(owner, root, 'other.png');
    expect(await rig.changeFile(owner, file, { name: 'face.png' })).toBe('path_taken');
    expect(await add('FACE.png')).toBe('path_taken');
    expect(await add('face.jpg')).toBe(201);
  });

  it('is given to only one of two concurrent requests', async () => {
    const files = await Promise.all(
      ['a', 'b', 'c'].map((name) => rig.file(owner, root, `${name}.png`)),
    );
    const told = await Promise.all([
      ...files.map((file) => rig.changeFile(owner, file, { name: 'Face.png' })),
      add('face.png'),
    ]);
    expect(told.filter((one) => one === 'path_taken')).toHaveLength(3);
    const folders = (await rig.folders(owner)).filter(({ name }) => name !== '');
    const named = (await rig.names(owner)).filter((name) => name === 'Face.png');
    expect(folders.length + named.length).toBe(1);
  });
});

describe('A folder in the resources', () => {
  it('can be created only in a folder of the same owner, and is listed with its contents', async () => {
    const faces = await rig.folder(owner, 'faces');
    await rig.folder(owner, 'happy', faces);
    await rig.file(owner, faces, '1.png');
    await rig.file(owner, faces, '2.png');
    const other = await makeResearcher(run.source);
    expect(await rig.told(other, 'post', '/api/folders/', { name: 'mine', parent_id: faces })).toBe(
      'not_found',
    );
    const file = await rig.file(owner, root, 'file');
    expect(await add('in a file', file)).toBe('not_found');
    expect(await add('nowhere', timeOrderedId())).toBe('not_found');
    expect(await rig.folders(owner)).toMatchObject([
      { _id: root, files: 1, folders: 1 },
      { _id: faces, parent_id: root, name: 'faces', files: 2, folders: 1 },
      { parent_id: faces, name: 'happy', files: 0, folders: 0 },
    ]);
  });

  it('moves with all that is in it', async () => {
    const [a, b] = [await rig.folder(owner, 'a'), await rig.folder(owner, 'b')];
    const inner = await rig.folder(owner, 'inner', a);
    await rig.file(owner, inner, 'face.png');
    expect(await rig.changeFolder(owner, a, { parent_id: b, name: 'c' })).toBe(200);
    expect(await rig.folders(owner)).toMatchObject([
      { _id: root, folders: 1 },
      { _id: b, folders: 1 },
      { _id: a, name: 'c', parent_id: b },
      { _id: inner, parent_id: a, files: 1 },
    ]);
  });

  it('is not moved into itself, below itself, or into the folder of another person', async () => {
    const a = await rig.folder(owner, 'a');
    const b = await rig.folder(owner, 'b', a);
    const c = await rig.folder(owner, 'c', b);
    expect(await rig.changeFolder(owner, a, { parent_id: a })).toBe('folder_in_itself');
    expect(await rig.changeFolder(owner, a, { parent_id: c })).toBe('folder_in_itself');
    const other = await makeResearcher(run.source);
    const theirs = await rig.root(other);
    expect(await rig.changeFolder(owner, a, { parent_id: theirs })).toBe('not_found');
    expect(await rig.changeFolder(other, a, { parent_id: theirs })).toBe('not_found');
  });

  it('never contains itself, even when two windows move two folders into each other', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await rig.folder(owner, `a${round}`), await rig.folder(owner, `b${round}`)];
      const told = await Promise.all([
        rig.changeFolder(owner, a, { parent_id: b }),
        rig.changeFolder(owner, b, { parent_id: a }),
      ]);
      expect(told.sort()).toEqual([200, 'folder_in_itself']);
    }
    expect(await rig.folders(owner)).toHaveLength(11);
  });

  it('is nested in at most twenty others, however it gets there', async () => {
    let deep = root;
    for (let depth = 1; depth <= resourcesLimits.depth; depth++)
      deep = await rig.folder(owner, `d${depth}`, deep);
    expect(await add('deeper', deep)).toBe('folder_in_itself');
    const [, top = { _id: '' }] = await rig.folders(owner);
    const one = await rig.folder(owner, 'one');
    expect(await rig.changeFolder(owner, top._id, { parent_id: one })).toBe('folder_in_itself');
    expect(await rig.changeFolder(owner, one, { parent_id: deep })).toBe('folder_in_itself');
    const file = await rig.file(owner, root, 'face.png');
    expect(await rig.changeFile(owner, file, { folder_id: deep })).toBe(200);
  });
});

describe('A file in the resources', () => {
  it('can be moved, renamed and given a creator; only a move or a new name sets the time of its last change', async () => {
    const folder = await rig.folder(owner, 'faces');
    const file = await rig.file(owner, root, 'face.png');
    const before = await rig.one(owner, file);
    run.clock.advance(60_000);
    const origin = { licence: 'CC-BY-4.0', creator: 'Ada', source: 'https://faces.test/' };
    expect(await rig.changeFile(owner, file, origin)).toBe(200);
    expect(await rig.one(owner, file)).toEqual({
      ...before,
      ...origin,
      effective: origin,
      url: expect.any(String) as string,
    });
    expect(await rig.changeFile(owner, file, { folder_id: folder, name: 'a.png' })).toBe(200);
    const after = await rig.one(owner, file);
    expect(after).toMatchObject({ folder_id: folder, name: 'a.png', version: 1, ...origin });
    const passed = Date.parse(after.updated_at) - Date.parse(before.updated_at);
    expect(passed).toBeGreaterThanOrEqual(60_000);
    expect(await rig.changeFile(owner, file, { creator: '' })).toBe(200);
    expect(await rig.one(owner, file)).toMatchObject({ ...origin, creator: '' });
  });

  it('can be changed only by its owner, and only as a file', async () => {
    const file = await rig.file(owner, root, 'face.png');
    const other = await makeResearcher(run.source);
    expect(await rig.changeFile(other, file, { name: 'mine.png' })).toBe('not_found');
    expect(await rig.deleteFile(other, file)).toBe('not_found');
    expect(await rig.changeFolder(owner, file, { name: 'folder' })).toBe('not_found');
    expect(await rig.deleteFolder(owner, file)).toBe('not_found');
    expect(await rig.changeFile(owner, root, { name: 'file' })).toBe('not_found');
    expect(await rig.changeFile(owner, file, {})).toBe('validation_failed');
    expect(await rig.changeFile(owner, file, { deleted: true })).toBe('validation_failed');
    expect(await nameOf(file)).toBe('face.png');
  });

  it('is moved or deleted, never lost between the two', async () => {
    const folder = await rig.folder(owner, 'faces');
    const file = await rig.file(owner, root, 'face.png');
    const told = await Promise.all([
      rig.changeFile(owner, file, { folder_id: folder }),
      rig.deleteFolder(owner, folder),
      rig.deleteFile(owner, file),
    ]);
    expect(told.slice(1)).toEqual(expect.arrayContaining([204]));
    const found = [...(await rig.names(owner)), ...(await rig.names(owner, { bin: 'true' }))];
    if (found.length === 0) {
      expect(await rig.changeFolder(owner, folder, { deleted: false })).toBe(200);
      expect(await rig.names(owner, { folder })).toEqual(['face.png']);
    } else expect(found).toEqual(['face.png']);
  });
});
