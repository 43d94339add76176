import { createHash } from 'node:crypto';
import { request } from 'node:http';
import type { StudyVersion } from '../../../contracts/study-files/study-files';
import { sharedApp } from '../../support/app/shared-app';
import { TestClock } from '../../support/app/test-clock';
import type { RunningApp } from '../../support/app/launch-app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { makeStudy } from '../studies/fixtures';
import { experimentFiles, versionRequestsOf } from './own-files';

let run: RunningApp;
let owner: TestPerson;
let study: string;
let version: StudyVersion;
let base: string;
const files = experimentFiles('served');
const clock = new TestClock();
beforeAll(async () => {
  // This file has its own clock, which the tests move, since addresses expire.
  run = await sharedApp({ clock });
  owner = await makeResearcher(run.source);
  study = await makeStudy(run, owner);
  const ask = versionRequestsOf(run);
  version = await ask.uploaded(study, owner, {
    ...files,
    'app.mjs': 'export {};',
    'sub/index.html': '<p>sub</p>',
    'a.wasm': '\0asm',
  });
  const hosted = ask.hosted(version, { hosts: ['https://data.example.org'] });
  await run
    .http()
    .put(`/api/studies/${study}/`)
    .set(owner.headers)
    .send({ runtime: hosted })
    .expect(200);
  base = (await ask.preview(study, version._id, owner)).path.replace('index.html', '');
});
afterEach(() => clock.reset());
afterAll(() => run.close());

const get = (path: string) => run.http().get(path).buffer();
const harmless = (headers: Record<string, string>) => {
  const { 'content-security-policy': policy = '', ...others } = headers;
  expect(policy).toMatch(
    /^sandbox allow-scripts allow-forms allow-pointer-lock allow-downloads allow-modals; frame-ancestors /,
  );
  expect(policy).toContain(`frame-ancestors ${run.config.publicWebUrl};`);
  expect(policy).not.toContain("'self'");
  expect(policy).not.toContain('allow-same-origin');
  expect(others).toMatchObject({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  for (const name of ['set-cookie', 'access-control-allow-credentials', 'content-encoding'])
    expect(others[name]).toBeUndefined();
  return policy;
};
/** Sends the path unchanged, where other HTTP clients would normalise it. */
const raw = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: Record<string, string> }>((resolve, reject) => {
    const { hostname, port } = new URL(run.url);
    request({ hostname, port, path, method, headers }, (answer) => {
      answer.resume();
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers as Record<string, string>,
      });
    })
      .once('error', reject)
      .end();
  });

describe('A file of a study', () => {
  it.each([
    ['index.html', 'text/html; charset=utf-8'],
    ['js/main.js', 'text/javascript; charset=utf-8'],
    ['app.mjs', 'text/javascript; charset=utf-8'],
    ['a.wasm', 'application/wasm'],
    ['img/%C3%A4%201.svg', 'image/svg+xml; charset=utf-8'],
    ['img/a%CC%88%201.svg', 'image/svg+xml; charset=utf-8'],
    ['sub/', 'text/html; charset=utf-8'],
    ['', 'text/html; charset=utf-8'],
    ['data/long.bin?v=1', 'application/octet-stream'],
  ])(
    'is served without a sign-in, with its type, and in an opaque origin: %s',
    async (path, type) => {
      const answer = await get(base + path).expect(200);
      expect(answer.headers['content-type']).toBe(type);
      const policy = harmless(answer.headers);
      const own = `${run.config.publicApiUrl}${base}`;
      expect(policy).toContain(
        `connect-src ${own} https://data.example.org wss://data.example.org `,
      );
      expect(policy).toContain(`form-action ${own} https://data.example.org;`);
      expect(answer.headers['cache-control']).toMatch(/^private/);
    },
  );

  it('has exactly the uploaded bytes, apart from our script in pages', async () => {
    const answer = await get(`${base}index.html`).expect(200);
    const ours = /<script src="[^"]*\/__commonlab\/frame\.js" data-names="[^"]*"><\/script>/;
    // The page loads its own scripts with `crossorigin`, so that browsers report where an error
    // occurred.
    const page = answer.text.replace(ours, '').replaceAll('<script crossorigin ', '<script ');
    expect(page).toBe(files['index.html']);
  });

  it('can be requested by range, by HEAD, and with a known ETag', async () => {
    const path = `${base}data/long.bin`;
    const part = await get(path).set('Range', 'bytes=8-11').expect(206);
    expect([part.headers['content-range'], String(part.body)]).toEqual(['bytes 8-11/100', '8901']);
    const end = await get(path).set('Range', 'bytes=-3').expect(206);
    expect(String(end.body)).toBe('789');
    const head = await run.http().head(path).expect(200);
    expect(head.headers).toMatchObject({ 'content-length': '100', 'accept-ranges': 'bytes' });
    const known = await get(path)
      .set('If-None-Match', head.headers.etag ?? '')
      .expect(304);
    harmless(known.headers);
  });
});

describe('Any other answer below /s/', () => {
  it.each([
    ['a file that is not there', 404, () => `${base}no.js`],
    ['an unknown key', 404, () => `/s/${'x'.repeat(32)}/index.html`],
    ['a key of another length', 404, () => '/s/short/index.html'],
    ['no key', 404, () => '/s/'],
    ['a key alone', 404, () => base.slice(0, -1)],
    ['a way upwards', 404, () => `${base}..%2f..%2fapi/`],
    ['a path that cannot be decoded', 404, () => `${base}%ff`],
    ['a NUL', 404, () => `${base}a%00.js`],
    ['a very long path', 404, () => base + 'a/'.repeat(2_000)],
  ])('has the same security headers: %s', async (_, status, path) => {
    const answer = await raw(path());
    expect(answer.status).toBe(status);
    harmless(answer.headers);
  });

  it('is not JSON for a missing file, because a study would take it for its data', async () => {
    for (const path of [
      `${base}list.json`,
      `${base}sub/no.json`,
      `/s/${'x'.repeat(32)}/list.json`,
    ]) {
      const { text, headers } = await get(path).expect(404);
      expect(headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(headers['cache-control']).toBe('private, no-store');
      expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    }
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('has the status 405 for %s', async (method) => {
    const answer = await raw(`${base}index.html`, method);
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
    harmless(answer.headers);
  });

  it('is 403 for the script of a service worker, and allows no credentials from another origin', async () => {
    const worker = await raw(`${base}js/main.js`, 'GET', { 'Service-Worker': 'script' });
    expect(worker.status).toBe(403);
    harmless(worker.headers);
    const fromApp = { Origin: run.config.publicWebUrl, Cookie: 'token=x' };
    harmless((await raw(`${base}js/main.js`, 'GET', fromApp)).headers);
  });
});

describe('An address of study files', () => {
  it('is invalid after its time, or after its version is deleted', async () => {
    const ask = versionRequestsOf(run);
    const other = await ask.uploaded(study, owner);
    const { path, expires_at } = await ask.preview(study, other._id, owner);
    await get(path).expect(200);
    clock.advance(Date.parse(expires_at) - Date.now());
    await get(path).expect(404);
    clock.reset();
    await get(path).expect(200);
    await run
      .http()
      .delete(ask.at(study, `${other._id}/`))
      .set(owner.headers)
      .expect(204);
    await get(path).expect(404);
  });

  it('begins with the requested page, which must exist', async () => {
    const ask = versionRequestsOf(run);
    expect(
      (await ask.preview(study, version._id, owner, { entry: 'sub/index.html' })).path,
    ).toMatch(/^\/s\/[\w-]{32}\/sub\/index\.html$/);
    const none = { entry: 'no.html' };
    await run
      .http()
      .post(ask.at(study, `${version._id}/preview/`))
      .set(owner.headers)
      .send(none)
      .expect(400);
  });

  it('is stored as a hash only', async () => {
    const rows: { key_hash: Buffer }[] = await run.source.query(
      'SELECT key_hash FROM research.study_serving WHERE version_id = $1',
      [version._id],
    );
    const key = base.split('/')[2] ?? '';
    const hash = createHash('sha256').update(key).digest('hex');
    expect(rows.map(({ key_hash }) => key_hash.toString('hex'))).toContain(hash);
    expect(JSON.stringify(rows)).not.toContain(key);
  });
});
