import { randomUUID } from 'node:crypto';
import { resourcesLimits } from '../../../contracts/resources/limits';
import { sharedApp } from '../../support/app/shared-app';
import type { RunningApp } from '../../support/app/launch-app';
import { makeResearcher } from '../../support/people/people';
import { pngOf, uploadRequestsOf } from './uploading';

let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp();
});
afterAll(() => run.close());

async function newOwner() {
  const person = await makeResearcher(run.source);
  return { ...uploadRequestsOf(run, person), person };
}
const taken = { status: 409, body: { code: 'path_taken' } };

describe('The path of an upload', () => {
  it('has its missing folders made, and uses existing ones, whatever the case', async () => {
    const { whole, folders, root, file } = await newOwner();
    const first = await whole(pngOf(200), { path: 'faces/happy/01.png' });
    const second = await whole(pngOf(200), { path: 'Faces/HAPPY/02.png' });
    const names = (await folders()).map(({ name }) => name);
    expect(names.sort()).toEqual(['', 'faces', 'happy']);
    const { folder_id } = await file(first);
    expect((await file(second)).folder_id).toBe(folder_id);
    const deeper = await whole(pngOf(200), { path: 'sad/01.png', folder_id });
    expect((await file(deeper)).folder_id).not.toBe(await root());
  });

  it('makes each folder once for twenty files that come at the same time', async () => {
    const { begin, folders } = await newOwner();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => begin(pngOf(200), { path: `a/b/${n}.png` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(new Set(answers.map(({ body }) => body.folder_id)).size).toBe(1);
    expect(await folders()).toHaveLength(3);
  });

  it('is refused if a part of it is a file or no valid name, or if it is too deep', async () => {
    const { begin, whole, folders } = await newOwner();
    await whole(pngOf(200), { path: 'a.png' });
    expect(await begin(pngOf(200), { path: 'a.png/b.png' })).toMatchObject(taken);
    await begin(pngOf(200), { path: 'under-way' });
    expect(await begin(pngOf(200), { path: 'Under-Way/b.png' })).toMatchObject(taken);
    const [deep] = [Array(resourcesLimits.depth - 1).fill('d') as string[]];
    const { body } = await begin(pngOf(200), { path: [...deep, 'a.png'].join('/') });
    const folder_id = body.folder_id ?? '';
    expect((await begin(pngOf(200), { folder_id, path: 'e/a.png' })).status).toBe(201);
    expect(await begin(pngOf(200), { folder_id, path: 'e/f/a.png' })).toMatchObject({
      body: { fields: [{ path: 'path', code: 'too_long' }] },
    });
    const before = (await folders()).length;
    for (const path of ['../a.png', 'a//b.png', '/a.png', 'a/', 'CON/a.png', 'a\\b'])
      expect(await begin(pngOf(200), { path })).toMatchObject({
        body: { fields: [{ path: 'path', code: 'invalid_file_name' }] },
      });
    expect(await folders()).toHaveLength(before);
  });

  it('leads to no folder that is in the bin or does not exist', async () => {
    const { begin, ask, folders } = await newOwner();
    const { body } = await begin(pngOf(200), { path: 'a/b/c.png' });
    const folder_id = body.folder_id ?? '';
    const outer = (await folders()).find(({ name }) => name === 'a')?._id ?? '';
    expect((await ask('DELETE', `/api/folders/${outer}/`)).status).toBe(204);
    for (const id of [folder_id, outer, randomUUID()])
      expect((await begin(pngOf(200), { folder_id: id, path: 'd.png' })).status).toBe(404);
    // The upload creates a new folder of this name, and does not use the deleted folder.
    const again = await begin(pngOf(200), { path: 'a/b/c.png' });
    expect(again.status).toBe(201);
    expect(again.body.folder_id).not.toBe(folder_id);
  });
});

describe('The name of an upload', () => {
  it('is reserved: the same file continues, and another one is refused, also at the same moment', async () => {
    const { begin, send } = await newOwner();
    const [one, other] = [pngOf(70_000), pngOf(70_000)];
    const answers = await Promise.all(
      [one, other].map((content) => begin(content, { path: 'a.png' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const [winner, loser] = answers[0]?.status === 201 ? [one, other] : [other, one];
    const id = answers.find(({ status }) => status === 201)?.body._id ?? '';
    await send(id, 0, winner.subarray(0, 65_536));
    expect(await begin(winner, { path: 'A.PNG' })).toMatchObject({
      ...{ status: 200, body: { _id: id, stored_bytes: 65_536, complete: false } },
    });
    expect(await begin(loser, { path: 'a.png' })).toMatchObject(taken);
  });

  it('that a file has is refused, or gives it a further version', async () => {
    const { begin, whole, file } = await newOwner();
    const id = await whole(pngOf(200), { path: 'a.png' });
    expect(await begin(pngOf(300), { path: 'a.png' })).toMatchObject(taken);
    expect(await whole(pngOf(300), { path: 'a.png', replace: true })).toBe(id);
    expect(await file(id)).toMatchObject({ version: 2, bytes: 300 });
    const { body } = await begin(pngOf(300), { path: 'b/c.png' });
    expect(body.folder_id).toBeDefined();
    // A folder is not replaced.
    expect(await begin(pngOf(300), { path: 'b', replace: true })).toMatchObject(taken);
    await run.source.query(
      `UPDATE research.resource SET newest = ${resourcesLimits.versions} WHERE id = $1`,
      [id],
    );
    expect(await begin(pngOf(300), { path: 'a.png', replace: true })).toMatchObject({
      ...{ status: 409, body: { code: 'too_many_file_versions' } },
    });
  });

  it('that another file has taken meanwhile keeps the bytes until its owner decides', async () => {
    const { begin, begun, send, whole, ask, file, read } = await newOwner();
    const content = pngOf(500);
    const id = await begun(content, { path: 'a.png' });
    const rival = await whole(pngOf(200), { path: 'b.png' });
    // Renaming a file does not check the names that uploads have reserved.
    await run.source.query(
      `UPDATE research.resource SET name = 'a.png', name_key = 'A.PNG' WHERE id = $1`,
      [rival],
    );
    for (const piece of [content, Buffer.alloc(0)])
      expect(await send(id, content.length - piece.length, piece)).toMatchObject(taken);
    expect((await read(id)).body).toMatchObject({ stored_bytes: 500, complete: false });
    expect(await begin(content, { path: 'a.png', replace: true })).toMatchObject({
      ...{ status: 200, body: { _id: id, stored_bytes: 500 } },
    });
    expect((await send(id, 500)).body).toMatchObject({ complete: true, file_id: rival });
    expect(await file(rival)).toMatchObject({ version: 2, bytes: 500 });
    expect((await ask('GET', `/api/files/${rival}/versions/`)).status).toBe(200);
  });

  it('counts towards a limit of uploads under way', async () => {
    const { begin, person, root } = await newOwner();
    await run.source.query(
      `INSERT INTO research.resource_upload
         (id, owner_id, folder_id, name, name_key, bytes, sha256, replaces, state, expires_at)
       SELECT gen_random_uuid(), $1, $2, n, n, 1, repeat('0', 64), false, 'open', now() + interval '1 day'
       FROM generate_series(2, ${resourcesLimits.uploads}) AS s (i), CAST(s.i AS text) AS n`,
      [person._id, await root()],
    );
    expect((await begin(pngOf(200), { path: 'a.png' })).status).toBe(201);
    expect(await begin(pngOf(200), { path: 'b.png' })).toMatchObject({
      ...{ status: 409, body: { code: 'too_many_resources' } },
    });
  });
});

describe('Bytes that a person has already', () => {
  it('become a file immediately, also if they are in the bin, but not for another person', async () => {
    const [own, other] = [await newOwner(), await newOwner()];
    const content = pngOf(1_000);
    const first = await own.whole(content, { path: 'a.png' });
    const known = await own.begin(content, { path: 'copies/b.png' });
    expect(known).toMatchObject({ status: 200, body: { complete: true, stored_bytes: 1_000 } });
    expect(known.body.file_id).not.toBe(first);
    expect(await own.file(known.body.file_id ?? '')).toMatchObject({
      ...{ name: 'b.png', bytes: 1_000, type: 'image/png', version: 1 },
    });
    expect(await other.begin(content, { path: 'a.png' })).toMatchObject({
      ...{ status: 201, body: { complete: false, stored_bytes: 0, file_id: null } },
    });
    for (const id of [first, known.body.file_id])
      expect((await own.ask('DELETE', `/api/files/${id}/`)).status).toBe(204);
    expect(await own.begin(content, { path: 'a.png' })).toMatchObject({
      ...{ status: 200, body: { complete: true } },
    });
    // The first upload has the length of `content`, but another hash. The second upload has the
    // hash of `content`, but announces another length.
    expect((await own.begin(pngOf(1_000), { path: 'c.png' })).status).toBe(201);
    expect((await own.begin(content, { path: 'd.png', bytes: 999 })).status).toBe(201);
  });

  it('are sent again if they are a text, whose type depends on its name', async () => {
    const { begin, whole, begun, send, file } = await newOwner();
    const content = Buffer.from('a,b\n1,2\n');
    const table = await whole(content, { path: 'a.csv' });
    expect((await begin(content, { path: 'a.txt' })).status).toBe(201);
    const id = await begun(content, { path: 'a.txt' });
    const { body } = await send(id, 0, content);
    expect([(await file(table)).type, (await file(body.file_id ?? '')).type]).toEqual([
      'text/csv',
      'text/plain',
    ]);
  });
});
