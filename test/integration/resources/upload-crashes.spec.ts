import { appendFile, rename, rm, symlink, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { resourcesLimits } from '../../../contracts/resources/limits';
import { startApp, TestClock, type RunningApp } from '../../support/app/app';
import { makeResearcher } from '../../support/people/people';
import { incompleteUploadsIn, pngOf, sha256Of, uploadRequestsOf } from './uploading';

const clock = new TestClock();
let dataDir: string;
/**
 * Two servers on the same database and folder. When one server ends, the other server continues its
 * uploads.
 */
let [one, two]: RunningApp[] = [];
beforeAll(async () => {
  one = await startApp({ clock });
  two = await startApp({ clock, engines: one.engines });
  dataDir = one.engines.dataDir;
});
afterAll(async () => {
  await two?.close();
  await one?.close();
});

const servers = () => {
  if (!one || !two) throw new Error('no servers');
  return { one, two };
};
async function newOwner() {
  const both = servers();
  const person = await makeResearcher(both.one.source);
  return { first: uploadRequestsOf(both.one, person), second: uploadRequestsOf(both.two, person) };
}
const least = resourcesLimits.pieceBytesLeast;
const arriving = (name: string) => join(dataDir, 'objects', 'arriving', name);
const placeOf = (content: Buffer) => {
  const sha256 = sha256Of(content);
  return join(dataDir, 'objects', sha256.slice(0, 2), sha256);
};
/** Lists the files that the server keeps on disk for an unfinished upload. */
const filesOf = async (id: string) =>
  (await incompleteUploadsIn(dataDir)).filter((name) => name.startsWith(id));
const fileOf = async (id: string) => {
  const [name, ...others] = await filesOf(id);
  if (name === undefined || others.length > 0) throw new Error('not exactly one file');
  return arriving(name);
};
const set = (id: string, change: string) =>
  servers().one.source.query(`UPDATE research.resource_upload SET ${change} WHERE id = $1`, [id]);
const versionsOf = async (content: Buffer): Promise<{ type: string; number: number }[]> =>
  servers().one.source.query(
    `SELECT type, number FROM research.resource_version WHERE sha256 = $1`,
    [sha256Of(content)],
  );
async function wholeFile(own: ReturnType<typeof uploadRequestsOf>, id: string, content: Buffer) {
  const file = await own.file(id);
  expect(file).toMatchObject({ sha256: sha256Of(content), bytes: content.length });
  const { pathname, search } = new URL(file.url ?? '');
  const answer = await servers().one.app.inject({ method: 'GET', url: pathname + search });
  expect(sha256Of(answer.rawPayload)).toBe(sha256Of(content));
}

describe('An upload whose server ended', () => {
  it.each(['first', 'second'] as const)(
    'before the row was updated: further bytes in the file are overwritten, by the %s server too',
    async (next) => {
      const own = await newOwner();
      const content = pngOf(2 * least + 500);
      const id = await own.first.begun(content, { path: 'a.png' });
      await own.first.send(id, 0, content.subarray(0, least));
      await appendFile(await fileOf(id), Buffer.alloc(least / 2, 'x'));
      expect(await own.first.read(id)).toMatchObject({ body: { stored_bytes: least } });
      await own[next].send(id, least, content.subarray(least, 2 * least));
      const { body } = await own[next].send(id, 2 * least, content.subarray(2 * least));
      await wholeFile(own.first, body.file_id ?? '', content);
      expect(await filesOf(id)).toEqual([]);
    },
  );

  it('after its last byte arrived: the next request detects the type, and creates the file', async () => {
    const { first, second } = await newOwner();
    const content = pngOf(2 * least);
    const id = await first.begun(content, { path: 'a.png' });
    await first.send(id, 0, content.subarray(0, least));
    await appendFile(await fileOf(id), content.subarray(least));
    await set(id, `stored = bytes`);
    const { body } = await second.send(id, content.length);
    expect(body).toMatchObject({ complete: true });
    await wholeFile(second, body.file_id ?? '', content);
  });

  it('after it had detected the type: the bytes are kept, and become the file', async () => {
    const { first, second } = await newOwner();
    const content = pngOf(2 * least);
    const id = await first.begun(content, { path: 'a.png' });
    await first.send(id, 0, content.subarray(0, least));
    await appendFile(await fileOf(id), content.subarray(least));
    await set(id, `stored = bytes, state = 'verified', type = 'image/png'`);
    const { body } = await second.send(id, least, content.subarray(least));
    expect(body).toMatchObject({ complete: true });
    await wholeFile(second, body.file_id ?? '', content);
  });

  it('after the bytes were moved: the file is created from the moved bytes', async () => {
    const { first, second } = await newOwner();
    const content = pngOf(2 * least);
    const id = await first.begun(content, { path: 'a.png' });
    const rival = await first.whole(pngOf(200), { path: 'b.png' });
    await servers().one.source.query(
      `UPDATE research.resource SET name = 'a.png', name_key = 'A.PNG' WHERE id = $1`,
      [rival],
    );
    await first.send(id, 0, content.subarray(0, least));
    expect((await first.send(id, least, content.subarray(least))).body.code).toBe('path_taken');
    expect(await filesOf(id)).toEqual([]);
    expect((await first.ask('DELETE', `/api/files/${rival}/`)).status).toBe(204);
    const answers = await Promise.all([
      second.send(id, content.length),
      first.send(id, content.length),
    ]);
    for (const { status, body } of answers)
      expect({ status, body }).toMatchObject({ status: 200, body: { complete: true } });
    expect(await versionsOf(content)).toEqual([{ type: 'image/png', number: 1 }]);
    await wholeFile(second, answers[0]?.body.file_id ?? '', content);
  });

  it('begins again if its bytes are lost, also after they were verified', async () => {
    const { first } = await newOwner();
    const content = pngOf(3 * least);
    const id = await first.begun(content, { path: 'a.png' });
    await first.send(id, 0, content.subarray(0, 2 * least));
    await truncate(await fileOf(id), least);
    const lost = { status: 409, body: { code: 'wrong_offset', stored_bytes: 0 } };
    expect(await first.send(id, 2 * least, content.subarray(2 * least))).toMatchObject(lost);
    await first.send(id, 0, content.subarray(0, 2 * least));
    await rm(await fileOf(id));
    await set(id, `stored = bytes, state = 'verified', type = 'image/png'`);
    expect(await first.send(id, content.length)).toMatchObject(lost);
    expect((await first.send(id, 0, content)).body).toMatchObject({ complete: true });
  });

  it('never becomes a file of bytes that were verified and then changed', async () => {
    const { first, second } = await newOwner();
    const [content, other] = [pngOf(2 * least), pngOf(2 * least)];
    const id = await first.begun(content, { path: 'a.png' });
    await first.send(id, 0, content.subarray(0, least));
    await appendFile(await fileOf(id), other.subarray(least));
    await set(id, `stored = bytes, state = 'verified', type = 'image/png'`);
    for (const own of [first, second]) {
      expect(await own.send(id, content.length)).toMatchObject({
        ...{ status: 409, body: { code: 'wrong_offset', stored_bytes: 0 } },
      });
      expect(await versionsOf(content)).toEqual([]);
      await set(id, `stored = bytes, state = 'verified', type = 'image/png'`);
    }
  });
});

describe('Two servers with one data folder', () => {
  it('store the pieces of one upload in turn, each in a file of its own', async () => {
    const { first, second } = await newOwner();
    const content = pngOf(6 * least);
    const id = await first.begun(content, { path: 'a.png' });
    for (let n = 0; n < 5; n++)
      await (n % 2 ? first : second).send(
        id,
        n * least,
        content.subarray(n * least, (n + 1) * least),
      );
    expect(await filesOf(id)).toHaveLength(2);
    const { body } = await first.send(id, 5 * least, content.subarray(5 * least));
    await wholeFile(first, body.file_id ?? '', content);
    expect(await filesOf(id)).toEqual([]);
  });

  it('that get different bytes at the same moment never keep bytes with a wrong hash', async () => {
    for (let round = 0; round < 8; round++) {
      const { first, second } = await newOwner();
      const [content, other] = [pngOf(2 * least), pngOf(2 * least)];
      const id = await first.begun(content, { path: 'a.png' });
      await first.send(id, 0, content.subarray(0, least));
      const answers = await Promise.all([
        first.send(id, least, content.subarray(least)),
        second.send(id, least, other.subarray(least)),
      ]);
      const done = answers.find(({ body }) => body.complete);
      if (!done) {
        expect(answers.map(({ status }) => status)).not.toContain(200);
        expect((await first.send(id, 0, content)).body).toMatchObject({ complete: true });
      }
      const { body } = await first.read(id);
      await wholeFile(first, body.file_id ?? '', content);
    }
  });

  it('complete an upload once when both get its last piece', async () => {
    const { first, second } = await newOwner();
    const content = pngOf(2 * least);
    const id = await first.begun(content, { path: 'a.png' });
    await first.send(id, 0, content.subarray(0, least));
    const last = content.subarray(least);
    await Promise.all([first, second].map((own) => own.send(id, least, last)));
    for (const own of [first, second])
      expect((await own.send(id, content.length)).body).toMatchObject({ complete: true });
    expect(await versionsOf(content)).toEqual([{ type: 'image/png', number: 1 }]);
  });
});

describe('A full disk of the server', () => {
  it('makes uploads wait, and loses no stored byte', async () => {
    const { first } = await newOwner();
    const [content, other] = [pngOf(2 * least), pngOf(2 * least)];
    const earlier = await first.whole(pngOf(300), { path: 'earlier.png' });
    const id = await first.begun(content, { path: 'a.png' });
    await first.send(id, 0, content.subarray(0, least));
    const [, process] = (await filesOf(id))[0]?.split('.') ?? [];
    // Writing to this device fails as on a full disk.
    const full = await first.begun(other, { path: 'b.png' });
    await symlink('/dev/full', arriving(`${full}.${process}`));
    expect(await first.send(full, 0, other.subarray(0, least))).toMatchObject({
      ...{ status: 503, body: { code: 'unavailable' } },
    });
    expect((await first.read(full)).body).toMatchObject({ stored_bytes: 0 });
    await rm(arriving(`${full}.${process}`));
    for (const [upload, bytes] of [[full, other] as const, [id, content] as const]) {
      const at = (await first.read(upload)).body.stored_bytes ?? 0;
      expect((await first.send(upload, at, bytes.subarray(at))).body.complete).toBe(true);
    }
    expect((await first.file(earlier)).state).toBe('ready');
  });
});

describe('Uploaded bytes of two people', () => {
  it('that are equal are stored once: an upload of either person restores what was lost on disk', async () => {
    const [a, b] = [await newOwner(), await newOwner()];
    const content = pngOf(least);
    const own = await a.first.whole(content, { path: 'a.png' });
    await rename(placeOf(content), `${placeOf(content)}.away`);
    await b.first.whole(content, { path: 'b.png' });
    await wholeFile(a.first, own, content);
  });
});
