import { fileSortOrders, type ResourceFile } from '../../../contracts/resources/files';
import { encodeCursor } from '../../../server/platform/http/cursor';
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

/** Makes files whose names, sizes and times are partly equal, with few statements. */
const fill = (folder: string, count: number) =>
  run.source.query(
    `WITH n AS (SELECT i, gen_random_uuid() AS id FROM generate_series(1, $3::int) AS i),
       stored AS (
         INSERT INTO platform.stored_file (sha256, size, type)
         SELECT md5(id::text) || md5($2 || id::text), i % 7 + 1, 'text/plain' FROM n RETURNING sha256),
       file AS (
         INSERT INTO research.resource (id, owner_id, parent_id, kind, name, name_key, newest, bytes, type, updated_at)
         SELECT id, $1, $2::uuid, 'file', 'f' || lpad(i::text, 5, '0'), 'F' || lpad(i::text, 5, '0'), 1, i % 7 + 1,
           CASE WHEN i % 2 = 0 THEN 'text/plain' ELSE 'image/png' END,
           now() - interval '1 microsecond' * (i % 5) FROM n RETURNING id)
     INSERT INTO research.resource_version (resource_id, number, sha256, bytes, type, state, facts)
     SELECT n.id, 1, stored.sha256, n.i % 7 + 1,
       CASE WHEN n.i % 2 = 0 THEN 'text/plain' ELSE 'image/png' END, 'ready', '{"notes": []}'
     FROM n JOIN file ON file.id = n.id JOIN stored ON stored.sha256 = md5(n.id::text) || md5($2 || n.id::text)`,
    [owner._id, folder, count],
  );

/** Reads all pages of a list. Each request has the cursor of the previous page. */
async function pages(query: Record<string, string>) {
  const all: ResourceFile[][] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await rig.list(owner, { ...query, ...(cursor && { cursor }) });
    all.push(page.items);
    cursor = page.next_cursor;
  }
  return all;
}

const by: Record<string, (file: ResourceFile) => number | string> = {
  name: ({ name }) => name,
  updated_at: ({ updated_at }) => updated_at,
  bytes: ({ bytes }) => bytes,
  type: ({ type }) => type,
};

describe('A list of files', () => {
  it.each(fileSortOrders)(
    'has each file of a folder once, sorted by %s, page by page',
    async (sort) => {
      const folder = await rig.folder(owner, 'many');
      await rig.folder(owner, 'no file', folder);
      await fill(folder, 43);
      const found = await pages({ folder, sort, limit: '10' });
      expect(found.map((page) => page.length)).toEqual([10, 10, 10, 10, 3]);
      const files = found.flat();
      expect(new Set(files.map(({ name }) => name)).size).toBe(43);
      const values = files.map((file) => by[sort.replace('-', '')]?.(file) ?? '');
      const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(values).toEqual(sort.startsWith('-') ? sorted.reverse() : sorted);
    },
  );

  it('keeps its place while files come and go between two pages', async () => {
    await fill(root, 6);
    const first = await rig.list(owner, { limit: '3' });
    expect(first.count).toBe(6);
    const [gone] = first.items;
    await rig.deleteFile(owner, gone?._id ?? '');
    await rig.file(owner, root, 'a before all');
    const next = await rig.list(owner, { limit: '3', cursor: first.next_cursor ?? '' });
    expect(next.items.map(({ name }) => name)).toEqual(['f00004', 'f00005', 'f00006']);
    expect(next.next_cursor).toBeNull();
  });

  it('has no more than 500 on a page, and refuses the cursor of a list in a different order', async () => {
    await fill(root, 501);
    const page = await rig.list(owner);
    expect([page.items.length, page.count]).toEqual([500, 501]);
    const cursor = page.next_cursor ?? '';
    const forged = (sort: string, at: string, name = 'A') =>
      new URLSearchParams({
        sort,
        cursor: encodeCursor({ sort, at, name, id: root }),
      }).toString();
    for (const query of [
      'limit=501',
      `cursor=${cursor}&sort=bytes`,
      'cursor=e30',
      'sort=size',
      'text=%00',
      forged('bytes', 'many'),
      forged('bytes', '9'.repeat(30)),
      forged('updated_at', '2026-99-99'),
      forged('name', 'A\0'),
      forged('type', 'A', '\0'),
    ])
      expect(await rig.told(owner, 'get', `/api/files/?${query}`)).toBe('validation_failed');
    expect(await rig.names(owner, { cursor })).toEqual(['f00501']);
  });

  it('can be searched by a part of the name in any spelling, in a folder and below, or everywhere', async () => {
    const faces = await rig.folder(owner, 'faces');
    const inner = await rig.folder(owner, 'happy', faces);
    await rig.file(owner, root, 'Straße.png');
    await rig.file(owner, faces, 'STRASSE 2.png');
    await rig.file(owner, inner, 'a strasse_3%.png');
    await rig.file(owner, inner, 'face.png');
    expect(await rig.names(owner, { text: 'straSSe' })).toEqual([
      'a strasse_3%.png',
      'STRASSE 2.png',
      'Straße.png',
    ]);
    expect(await rig.names(owner, { text: 'straße', folder: faces, sort: '-name' })).toEqual([
      'STRASSE 2.png',
      'a strasse_3%.png',
    ]);
    expect(await rig.names(owner, { text: ' _3% ' })).toEqual(['a strasse_3%.png']);
    expect(await rig.names(owner, { text: '%' })).toEqual(['a strasse_3%.png']);
    expect(await rig.names(owner, { text: 'nothing' })).toEqual([]);
    // A text of blanks counts as no search.
    expect(await rig.names(owner, { text: ' ' })).toEqual(['Straße.png']);
    const other = await makeResearcher(run.source);
    expect(await rig.names(other, { text: 'strasse' })).toEqual([]);
    expect(await rig.told(other, 'get', `/api/files/?folder=${faces}`)).toBe('not_found');
    expect(await rig.told(other, 'get', `/api/files/?folder=${faces}&text=a`)).toBe('not_found');
  });
});

describe('A file in a list', () => {
  it('has each of its three terms from the nearest folder that names one', async () => {
    const faces = await rig.folder(owner, 'faces');
    const inner = await rig.folder(owner, 'happy', faces);
    await rig.changeFolder(owner, root, { licence: 'CC0-1.0', creator: 'The lab' });
    await rig.changeFolder(owner, faces, { licence: 'CC-BY-4.0', source: 'https://faces.test/' });
    const file = await rig.file(owner, inner, 'face.png');
    await rig.changeFile(owner, file, { creator: 'Ada' });
    const effective = { licence: 'CC-BY-4.0', creator: 'Ada', source: 'https://faces.test/' };
    const [listed] = (await rig.list(owner, { folder: inner })).items;
    expect(listed).toMatchObject({ licence: '', creator: 'Ada', source: '', effective });
    expect(await rig.one(owner, file)).toMatchObject({ effective });
    await rig.file(owner, root, 'face of all.png');
    const found = await rig.list(owner, { text: 'face' });
    expect(found.items.map((one) => one.effective)).toEqual([
      { licence: 'CC0-1.0', creator: 'The lab', source: '' },
      effective,
    ]);
  });

  it('has addresses of its bytes and its small picture only once it is known to be harmless', async () => {
    const thumbnail = Buffer.from('a small picture');
    const ready = await rig.file(owner, root, '1.txt', {
      content: Buffer.from('words'),
      thumbnail,
    });
    await rig.file(owner, root, '2.txt', { state: 'checking', thumbnail });
    await rig.file(owner, root, '3.txt', { state: 'quarantined', thumbnail });
    const { items } = await rig.list(owner);
    expect(items.map(({ url, thumbnail_url }) => [url, thumbnail_url].map(Boolean))).toEqual([
      [true, true],
      [false, false],
      [false, false],
    ]);
    const { url, thumbnail_url } = await rig.one(owner, ready);
    for (const [address, bytes] of [
      [url, 'words'],
      [thumbnail_url, 'a small picture'],
    ]) {
      const { pathname, search } = new URL(address ?? '');
      const answer = await run
        .http()
        .get(pathname + search)
        .buffer(true)
        .expect(200);
      expect(String(answer.text ?? answer.body)).toBe(bytes);
    }
  });

  it('has versions, of which an earlier one becomes the newest again', async () => {
    const file = await rig.file(owner, root, 'words.txt', { content: Buffer.from('one') });
    const first = await rig.one(owner, file);
    await rig.version(file, { content: Buffer.from('two') });
    await rig.version(file, { state: 'checking' });
    await rig.version(file, { state: 'quarantined' });
    const again = (n: number) =>
      rig.told(owner, 'post', `/api/files/${file}/versions/`, { again: n });
    expect(await again(3)).toBe('still_checked');
    expect(await again(4)).toBe('infected');
    expect(await again(9)).toBe('not_found');
    expect(await again(1)).toBe(201);
    expect(await again(1)).toBe(201);
    const versions = await rig.versions(owner, file);
    expect(versions.map(({ number, bytes, state }) => [number, bytes, state])).toEqual([
      [5, 3, 'ready'],
      [4, expect.any(Number), 'quarantined'],
      [3, expect.any(Number), 'checking'],
      [2, 3, 'ready'],
      [1, 3, 'ready'],
    ]);
    expect(await rig.one(owner, file)).toMatchObject({ version: 5, sha256: first.sha256 });
    const other = await makeResearcher(run.source);
    expect(await rig.told(other, 'get', `/api/files/${file}/versions/`)).toBe('not_found');
    expect(await rig.told(other, 'post', `/api/files/${file}/versions/`, { again: 1 })).toBe(
      'not_found',
    );
  });
});
