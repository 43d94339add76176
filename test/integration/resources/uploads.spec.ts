import { resourcesLimits } from '../../../contracts/resources/limits';
import { hours } from '../../../server/platform/concurrency/clock';
import { startApp, type RunningApp } from '../../support/app/app';
import { makeResearcher } from '../../support/people/people';
import { incompleteUploadsIn, pngOf, sha256Of, uploadRequestsOf } from './uploading';

let run: RunningApp;
let dataDir: string;
beforeAll(async () => {
  // An application with its own data folder, because the tests list the files in it.
  run = await startApp();
  dataDir = run.engines.dataDir;
});
afterAll(async () => {
  await run.close();
});
const newOwner = async () => uploadRequestsOf(run, await makeResearcher(run.source));
const least = resourcesLimits.pieceBytesLeast;

describe('An upload of a file', () => {
  it('arrives in pieces, continues where they ended, and becomes a file once', async () => {
    const { begin, send, read, list, file } = await newOwner();
    const content = pngOf(2 * least + 1_000);
    const { status, body } = await begin(content, { path: 'face.png' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'face.png',
      bytes: content.length,
      stored_bytes: 0,
      sha256: sha256Of(content),
      complete: false,
      file_id: null,
    });
    const id = body._id ?? '';
    const [first, second, last] = [
      content.subarray(0, least),
      content.subarray(least, 2 * least),
      content.subarray(2 * least),
    ];
    expect(await send(id, 0, first)).toMatchObject({ status: 200, body: { stored_bytes: least } });
    expect((await read(id, 'HEAD')).headers).toMatchObject({
      'upload-offset': String(least),
      'upload-complete': '?0',
    });
    // A piece whose answer was lost is sent a second time.
    expect(await send(id, 0, first)).toMatchObject({ status: 200, body: { stored_bytes: least } });
    expect((await list()).map(({ _id }) => _id)).toEqual([id]);
    await send(id, least, second);
    const { body: complete } = await send(id, 2 * least, last);
    expect(complete).toMatchObject({ complete: true, stored_bytes: content.length });
    for (const again of [await send(id, 2 * least, last), await send(id, content.length)])
      expect(again).toMatchObject({ status: 200, body: complete });
    expect(await read(id)).toMatchObject({ headers: { 'upload-complete': '?1' }, body: complete });
    expect(await list()).toEqual([]);
    expect(await file(complete.file_id ?? '')).toMatchObject({
      name: 'face.png',
      version: 1,
      sha256: sha256Of(content),
      bytes: content.length,
      type: 'image/png',
      state: 'ready',
    });
    expect((await incompleteUploadsIn(dataDir)).filter((name) => name.startsWith(id))).toEqual([]);
  });

  it('refuses pieces that do not come next, are too small, or go beyond its end', async () => {
    const { begun, send, read } = await newOwner();
    const content = pngOf(3 * least);
    const id = await begun(content, { path: 'a.png' });
    const piece = content.subarray(0, least);
    const wrong = (stored: number) => ({
      status: 409,
      body: { code: 'wrong_offset', stored_bytes: stored },
    });
    expect(await send(id, 1, piece)).toMatchObject(wrong(0));
    expect(await send(id, 0, content.subarray(0, least - 1))).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'body', code: 'too_short' }] },
    });
    expect((await send(id, 0, piece)).status).toBe(200);
    // Wrong pieces: other bytes than those stored, bytes of which only some are stored, and bytes
    // with a gap before them.
    expect(await send(id, 0, content.subarray(1, least))).toMatchObject(wrong(least));
    expect(await send(id, 0, content.subarray(0, least + 1))).toMatchObject(wrong(least));
    expect(await send(id, 2 * least, piece)).toMatchObject(wrong(least));
    expect(await send(id, 0)).toMatchObject(wrong(least));
    for (const offset of [2 * least + 1, 3 * least, 999_999_999])
      expect(await send(id, offset, piece)).toMatchObject({
        ...{ status: 413, body: { code: 'too_large' } },
      });
    for (const offset of ['', '-1', '1e3', '1234567890'])
      expect(await send(id, 0, piece, { 'upload-offset': offset })).toMatchObject({
        body: { fields: [{ path: 'Upload-Offset', code: 'invalid' }] },
      });
    expect((await send(id, least, piece, { 'content-type': 'image/png' })).status).toBe(415);
    expect((await send(id, least, Buffer.alloc(resourcesLimits.pieceBytes + 1))).status).toBe(413);
    expect((await read(id)).body).toMatchObject({ stored_bytes: least, complete: false });
  });

  it('never ends with wrong bytes: they are discarded, and the file is sent a second time', async () => {
    const { begun, send, read } = await newOwner();
    const [content, other] = [pngOf(2 * least), pngOf(2 * least)];
    const id = await begun(content, { path: 'a.png' });
    await send(id, 0, content.subarray(0, least));
    expect(await send(id, least, other.subarray(least))).toMatchObject({
      ...{ status: 409, body: { code: 'checksum_mismatch', stored_bytes: 0 } },
    });
    expect((await read(id)).body).toMatchObject({ stored_bytes: 0, complete: false });
    expect((await incompleteUploadsIn(dataDir)).filter((name) => name.startsWith(id))).toEqual([]);
    await send(id, 0, content.subarray(0, least));
    expect((await send(id, least, content.subarray(least))).body).toMatchObject({ complete: true });
  });

  it('that is no file of the accepted types is discarded, with a sentence that says why', async () => {
    const { begun, send, read } = await newOwner();
    const content = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    );
    const id = await begun(content, { path: 'a.svg' });
    const { status, body } = await send(id, 0, content, { 'accept-language': 'de' });
    expect(status).toBe(415);
    expect(body).toMatchObject({ code: 'unsupported_media_type', reasons: ['svg_script'] });
    expect(body.description).toContain('SVG');
    expect(body.description).not.toContain('Save');
    expect((await read(id)).status).toBe(404);
    expect((await incompleteUploadsIn(dataDir)).filter((name) => name.startsWith(id))).toEqual([]);
    // The name of the refused upload is free.
    expect((await send(await begun(pngOf(200), { path: 'a.svg' }), 0)).status).toBe(200);
  });

  it('can be found only by the person who began it', async () => {
    const [own, other] = [await newOwner(), await newOwner()];
    const content = pngOf(least + 100);
    const id = await own.begun(content, { path: 'a.png' });
    for (const answer of [
      await other.read(id),
      await other.read(id, 'HEAD'),
      await other.send(id, 0, content),
      await other.giveUp(id),
      await own.read('not-an-id'),
      await own.send('not-an-id', 0, content),
    ])
      expect(answer.status).toBe(404);
    expect(await other.list()).toEqual([]);
    expect(
      await other.begin(content, { path: 'a.png', folder_id: await own.root() }),
    ).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await own.send(id, 0, content)).body.complete).toBe(true);
  });

  it('is completed once by ten last pieces at the same time', async () => {
    const { begun, send, file, ask } = await newOwner();
    const content = pngOf(2 * least);
    const id = await begun(content, { path: 'a.png' });
    await send(id, 0, content.subarray(0, least));
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(id, least, content.subarray(least))),
    );
    const { body } = await send(id, content.length);
    for (const answer of answers)
      if (answer.status === 200) expect(answer.body).toEqual(body);
      else expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect((await file(body.file_id ?? '')).version).toBe(1);
    const { body: listed } = await ask('GET', '/api/files/');
    expect((listed as { count: number }).count).toBe(1);
  });

  it('that is given up frees its name and its bytes, and does not become a file', async () => {
    const { begun, send, giveUp, read } = await newOwner();
    const content = pngOf(2 * least);
    const id = await begun(content, { path: 'a.png' });
    await send(id, 0, content.subarray(0, least));
    expect((await giveUp(id)).status).toBe(204);
    expect((await giveUp(id)).status).toBe(404);
    expect((await send(id, least, content.subarray(least))).status).toBe(404);
    expect((await read(id)).status).toBe(404);
    expect((await incompleteUploadsIn(dataDir)).filter((name) => name.startsWith(id))).toEqual([]);
    expect(await begun(pngOf(500), { path: 'a.png' })).not.toBe(id);
  });

  it('expires a day after it began, and frees its name', async () => {
    const own = await newOwner();
    const content = pngOf(2 * least);
    const id = await own.begun(content, { path: 'a.png' });
    run.clock.advance(hours(23.9));
    expect(await own.begin(content, { path: 'a.png' })).toMatchObject({
      ...{ status: 200, body: { _id: id } },
    });
    run.clock.advance(hours(0.2));
    expect((await own.read(id)).status).toBe(404);
    expect((await own.send(id, 0, content)).status).toBe(404);
    expect(await own.list()).toEqual([]);
    expect((await own.begin(pngOf(300), { path: 'a.png' })).status).toBe(201);
    run.clock.reset();
  });
});
