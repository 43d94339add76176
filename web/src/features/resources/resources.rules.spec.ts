import type { ResourceFolder } from '../../../../contracts/resources/files';
import type { Upload } from '../../../../contracts/resources/uploads';
import { aFile, aFolder, aResourceId } from './a-resource';
import { offeredActions } from './entries/offered.rule';
import { inheritedOrigin } from './details/origin.rule';
import { folderTree, foldersNamed, isFolderWithin, folderPathTo } from './folders/folder-tree.rule';
import { fileEntry, folderEntry } from './entries/entry.rule';
import { fileFactsOf, isFileStillChecked, mediaLengthOf, previewKindOf } from './list/facts.rule';
import {
  lineToFocusAfterKey,
  nothingSelected,
  selectOnly,
  selectUpTo,
  toggleSelected,
} from './list/selection.rule';
import { reusedSignedUrl } from './list/reused-signed-url';
import { matchFiles } from './uploads/match-files.rule';

const root = aFolder(1, { name: '', parent_id: null });
const faces = aFolder(2, { name: 'Faces', parent_id: root._id, licence: 'CC-BY-4.0' });
const happy = aFolder(3, { name: 'happy', parent_id: faces._id, creator: 'Ada' });
const ten = aFolder(4, { name: 'set 10', parent_id: root._id });
const two = aFolder(5, { name: 'set 2', parent_id: root._id });
const shared: ResourceFolder = aFolder(6, {
  name: 'Voices',
  parent_id: aResourceId(99),
  owner: 'Grace Hopper',
  may: 'copy',
});
const inShared = aFolder(7, { name: 'low', parent_id: shared._id, owner: 'Grace Hopper' });
const tree = folderTree([root, faces, happy, ten, two, shared, inShared]);
const names = (folders: readonly ResourceFolder[]) => folders.map(({ name }) => name);

describe('the tree of folders', () => {
  it('sorts by name, with numbers as numbers', () => {
    expect(names(tree.within(root._id))).toEqual(['Faces', 'set 2', 'set 10']);
  });
  it('lists only the topmost ones of the folders that others share', () => {
    expect(names(tree.shared)).toEqual(['Voices']);
    expect(tree.root).toBe(root);
  });
  it('leads from the top to a folder, also when a folder of another person above it cannot be seen', () => {
    expect(names(folderPathTo(tree, happy._id))).toEqual(['', 'Faces', 'happy']);
    expect(names(folderPathTo(tree, inShared._id))).toEqual(['Voices', 'low']);
  });
  it('reports which folders lie within a given folder', () => {
    expect(isFolderWithin(tree, happy._id, faces._id)).toBe(true);
    expect(isFolderWithin(tree, faces._id, happy._id)).toBe(false);
  });
  it('finds folders below a given folder by name, in upper or lower case', () => {
    expect(names(foldersNamed(tree, root._id, 'HAP'))).toEqual(['happy']);
    expect(foldersNamed(tree, two._id, 'hap')).toEqual([]);
  });
  it('has no endless loop if a folder lies in itself', () => {
    const odd = aFolder(8, { parent_id: aResourceId(8) });
    expect(folderPathTo(folderTree([odd]), odd._id)).toHaveLength(1);
  });
  it('takes each part of an origin from the nearest folder that has it', () => {
    expect(inheritedOrigin(tree, happy._id, 'licence')).toEqual({
      value: 'CC-BY-4.0',
      folder: faces,
    });
    expect(inheritedOrigin(tree, happy._id, 'creator')?.folder).toBe(happy);
    expect(inheritedOrigin(tree, happy._id, 'source')).toBeUndefined();
    expect(inheritedOrigin(tree, null, 'licence')).toBeUndefined();
  });
});

describe('the facts about a file, in words', () => {
  it.each([
    [0.04, { unit: 'seconds', seconds: 0 }],
    [12.36, { unit: 'seconds', seconds: 12.4 }],
    [59.97, { unit: 'clock', text: '1:00', hours: false }],
    [185, { unit: 'clock', text: '3:05', hours: false }],
    [3729, { unit: 'clock', text: '1:02:09', hours: true }],
  ])('show %f seconds as %o', (seconds, length) => expect(mediaLengthOf(seconds)).toEqual(length));

  it('come in the order in which a person reads them, without what is unknown', () => {
    const facts = { seconds: 4, width: 640, height: 480, codecs: ['VP9', 'Opus'], notes: [] };
    expect(fileFactsOf(facts).map(({ is }) => is)).toEqual(['pixels', 'length', 'codecs']);
    expect(fileFactsOf({ rows: 3, columns: ['a', 'b'], notes: [] })).toEqual([
      { is: 'rows', count: 3, columns: 2 },
    ]);
    expect(fileFactsOf({ width: 640, notes: [] })).toEqual([]);
    expect(fileFactsOf(null)).toEqual([]);
  });
  it('are polled for some minutes while unknown, but not where the scanner found something', () => {
    const now = Date.parse('2026-11-01T10:04:00Z');
    const file = aFile(1, { facts: null, updated_at: '2026-11-01T10:00:00Z' });
    expect(isFileStillChecked(file, now)).toBe(true);
    expect(isFileStillChecked(file, now + 120_000)).toBe(false);
    expect(isFileStillChecked({ ...file, state: 'quarantined' }, now)).toBe(false);
    expect(isFileStillChecked({ ...file, facts: { notes: [] } }, now)).toBe(false);
    expect(isFileStillChecked({ ...file, state: 'checking', facts: { notes: [] } }, now)).toBe(
      true,
    );
  });
  it.each([
    ['image/svg+xml', 'picture'],
    ['audio/ogg', 'sound'],
    ['video/webm', 'video'],
    ['application/pdf', 'document'],
    ['text/vtt', 'text'],
    ['application/json', 'text'],
    ['application/zip', 'none'],
  ] as const)('show %s as %s', (type, kind) => expect(previewKindOf(type)).toBe(kind));
});

describe('the selection of files and folders', () => {
  const entries = [1, 2, 3, 4].map((n) => fileEntry(aFile(n), 'change'));
  const at = (index: number) => entries[index];
  const keys = ({ chosen }: { chosen: ReadonlyMap<string, unknown> }) => [...chosen.keys()];

  it('can be one, several, or a range that begins at the last chosen one, in both directions', () => {
    const one = selectOnly(at, 2);
    expect(keys(one)).toEqual([entries[2]?.key]);
    expect(keys(toggleSelected(one, at, 0))).toEqual([entries[2]?.key, entries[0]?.key]);
    expect(keys(toggleSelected(one, at, 2))).toEqual([]);
    expect(keys(selectUpTo(one, at, 0))).toEqual([0, 1, 2].map((i) => entries[i]?.key));
    expect(keys(selectUpTo(selectUpTo(one, at, 0), at, 3))).toEqual(
      [2, 3].map((i) => entries[i]?.key),
    );
    expect(keys(toggleSelected(nothingSelected, at, 9))).toEqual([]);
  });
  it.each([
    ['ArrowDown', 3, 1, 4],
    ['ArrowDown', 9, 1, 9],
    ['ArrowUp', 0, 1, 0],
    ['PageDown', 1, 1, 9],
    ['Home', 5, 1, 0],
    ['End', 0, 4, 9],
    ['ArrowDown', 3, 4, 7],
    ['ArrowRight', 3, 4, 4],
    ['ArrowRight', 3, 1, undefined],
    ['x', 3, 1, undefined],
  ])('moves with the key %s from item %i in %i columns to %s', (key, from, columns, to) =>
    expect(lineToFocusAfterKey(key, from, 10, columns)).toBe(to),
  );
});

describe('the actions that the menu offers', () => {
  const own = fileEntry(aFile(1), 'change');
  const theirs = fileEntry(aFile(2), 'copy');
  it('depend on what the person may do, and on the number of selected items', () => {
    expect(offeredActions([own], 'own')).toEqual([
      ...['open', 'download', 'rename', 'move', 'copy', 'remove'],
    ]);
    expect(offeredActions([own, theirs], 'own')).toEqual(['download', 'copy']);
    expect(offeredActions([fileEntry(aFile(3), 'read')], 'shared')).toEqual(['open', 'download']);
    expect(offeredActions([folderEntry(faces)], 'own')).toEqual([
      ...['open', 'rename', 'move', 'share', 'origin', 'remove'],
    ]);
    expect(offeredActions([own, folderEntry(faces)], 'own')).toEqual(['move', 'remove']);
    expect(offeredActions([own], 'bin')).toEqual(['restore', 'purge']);
    expect(offeredActions([fileEntry(aFile(4, { url: null }), 'change')], 'own')).not.toContain(
      'download',
    );
    expect(offeredActions([], 'own')).toEqual([]);
  });
});

describe('files whose upload continues', () => {
  const upload = (n: number, name: string, bytes: number) =>
    ({ _id: aResourceId(n), name, bytes }) as Upload;
  const file = (name: string, size: number) => ({ name, size });

  it('belong to the uploads of their name and size, each once', () => {
    const uploads = [upload(1, 'a.png', 5), upload(2, 'a.png', 5), upload(3, 'b.png', 7)];
    const { pairs, others } = matchFiles(uploads, [
      file('b.png', 8),
      file('a.png', 5),
      file('x.png', 1),
    ]);
    expect(pairs.map((one) => one.upload._id)).toEqual([aResourceId(1)]);
    expect(others).toBe(2);
  });
  it('may have a different name if there is one file and one upload', () => {
    expect(matchFiles([upload(1, 'a.png', 5)], [file('renamed.png', 6)]).pairs).toHaveLength(1);
  });
});

test('the signed address for the same bytes stays the same for a while', () => {
  const signed = (signature: string, name = 'a') =>
    `https://lab.test/api/objects/ff?expires=${signature}&name=${name}&type=t&signature=${signature}`;
  expect(reusedSignedUrl(signed('1'), 0)).toBe(signed('1'));
  expect(reusedSignedUrl(signed('2'), 60_000)).toBe(signed('1'));
  expect(reusedSignedUrl(signed('3', 'b'), 60_000)).toBe(signed('3', 'b'));
  expect(reusedSignedUrl(signed('4'), 41 * 60_000)).toBe(signed('4'));
});
