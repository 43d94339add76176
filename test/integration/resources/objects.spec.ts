import { Readable } from 'node:stream';
import { randomBytes } from 'node:crypto';
import { Storage } from '../../../server/platform/storage/storage';
import { FileUrls } from '../../../server/platform/storage/storage-url';
import { startApp, type SeparateApp } from '../../support/app/app';

let run: SeparateApp;
let content: Buffer;
let sha256: string;
beforeAll(async () => {
  // Starts an application in this process, so that the test can call its storage directly.
  run = await startApp();
  content = randomBytes(300_000);
  const type = 'application/octet-stream';
  const put = run.app.get(Storage).put(Readable.from([content]), { type, maxBytes: 1e6 });
  ({ sha256 } = await put);
});
afterAll(() => run.close());

const addressOf = (type?: string, name = 'clip') => {
  const { pathname, search } = new URL(run.app.get(FileUrls).forFile(sha256, name, type));
  return pathname + search;
};
const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  run.app.inject({ method, url, headers });
const sandboxed = "default-src 'none'; sandbox; frame-ancestors 'none'";

describe('The bytes of a stored file', () => {
  it('are served with the type that the signed address names, and no other', async () => {
    for (const type of ['video/webm', 'image/png', 'text/csv', 'image/svg+xml']) {
      const answer = await get(addressOf(type));
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'content-security-policy': sandboxed,
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'private, max-age=600',
        'referrer-policy': 'no-referrer',
      });
      expect(answer.headers['content-disposition']).toMatch(/^attachment;/);
      expect(answer.rawPayload.equals(content)).toBe(true);
    }
    expect((await get(addressOf())).headers['content-type']).toBe('application/octet-stream');
    for (const change of [/type=[^&]*/, /name=[^&]*/])
      expect(
        (await get(addressOf('image/png').replace(change, 'type=text%2Fhtml'))).statusCode,
      ).toBe(404);
    expect((await get(addressOf('image/png').replace(/&type=[^&]*/, ''))).statusCode).toBe(404);
  });

  it('are shown if they are a picture, a sound or a video, and never as a page of this origin', async () => {
    const shown = async (type: string) => (await get(`${addressOf(type)}&inline=1`)).headers;
    for (const type of ['image/png', 'video/mp4', 'audio/ogg']) {
      const headers = await shown(type);
      expect(headers['content-disposition']).toMatch(/^inline;/);
      expect(headers['content-security-policy']).toContain('sandbox');
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
    for (const type of ['image/svg+xml', 'text/html', 'text/plain', 'application/json']) {
      const headers = await shown(type);
      expect(headers['content-disposition']).toMatch(/^attachment;/);
      expect(headers['content-security-policy']).toBe(sandboxed);
    }
  });

  it('are served in ranges, as players ask for them', async () => {
    const url = addressOf('video/webm');
    const whole = await get(url);
    expect(whole.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-length': '300000' });
    for (const [range, first, last] of [
      ['bytes=0-0', 0, 0],
      ['bytes=0-', 0, 299_999],
      ['bytes=100000-199999', 100_000, 199_999],
      ['bytes=-500', 299_500, 299_999],
      ['bytes=299999-400000', 299_999, 299_999],
    ] as const) {
      const part = await get(url, { range });
      expect(part.statusCode).toBe(206);
      expect(part.headers).toMatchObject({
        'content-range': `bytes ${first}-${last}/300000`,
        'content-type': 'video/webm',
        etag: whole.headers.etag,
      });
      expect(part.rawPayload.equals(content.subarray(first, last + 1))).toBe(true);
    }
    const other = await get(url, { range: 'bytes=5-9', 'if-range': '"another"' });
    expect([other.statusCode, other.rawPayload.length]).toEqual([200, 300_000]);
  });

  it('are not read by a HEAD request, which says how many there are', async () => {
    const { statusCode, headers, rawPayload } = await get(addressOf('video/webm'), {}, 'HEAD');
    expect([statusCode, rawPayload.length]).toEqual([200, 0]);
    expect(headers).toMatchObject({ 'content-length': '300000', 'accept-ranges': 'bytes' });
  });

  it('are not found if the file is not stored', async () => {
    const { pathname, search } = new URL(run.app.get(FileUrls).forFile('0'.repeat(64), 'a'));
    expect((await get(pathname + search)).statusCode).toBe(404);
  });
});
