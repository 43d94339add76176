/** @engines one: uses no queue, so it runs with only one kind of queue (Redis or PostgreSQL) */
import { request } from 'node:http';
import type { StudyVersion } from '../../../contracts/study-files/study-files';
import { startApp, type SeparateApp } from '../../support/app/app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { recruit } from '../../support/people/recruiting';
import { makeStudy } from '../studies/fixtures';
import { versionRequestsOf } from './own-files';

let run: SeparateApp;
let owner: TestPerson;
/** Two studies that record with a device, and one that does not: no test changes them. */
let recording: HostedStudy;
let filming: HostedStudy;
let withoutDevice: HostedStudy;
beforeAll(async () => {
  run = await startApp({ environment: { STUDY_ORIGIN: 'https://*.studies.test' } });
  owner = await makeResearcher(run.source);
  recording = await hosted(['microphone']);
  filming = await hosted(['camera']);
  withoutDevice = await hosted([]);
});
afterAll(() => run.close());

/** Requests an address like a browser: from this server, with the address's host name. */
const get = (
  url: string,
  path?: string,
  named?: string,
): Promise<{ status: number; policy: string; forgets: string }> =>
  new Promise((resolve, reject) => {
    const { host, pathname } = new URL(url);
    const { hostname, port } = new URL(run.url);
    request(
      { host: hostname, port, path: path ?? pathname, headers: { host: named ?? host } },
      (answer) => {
        const { statusCode: status = 0, headers } = answer.resume();
        answer.on('end', () =>
          resolve({
            status,
            policy: String(headers['content-security-policy'] ?? ''),
            forgets: String(headers['clear-site-data'] ?? ''),
          }),
        );
      },
    )
      .on('error', reject)
      .end();
  });
interface HostedStudy {
  study: string;
  version: StudyVersion;
}
async function hosted(needs: string[]): Promise<HostedStudy> {
  const study = await makeStudy(run, owner);
  const ask = versionRequestsOf(run);
  const version = await ask.uploaded(study, owner);
  await run
    .http()
    .put(`/api/studies/${study}/`)
    .set(owner.headers)
    .send({ runtime: ask.hosted(version, { needs }) })
    .expect(200);
  return { study, version };
}
const preview = async ({ study, version }: HostedStudy) => {
  const { path, origin } = await versionRequestsOf(run).preview(study, version._id, owner);
  return { path, origin, url: `${origin}${path}` };
};

describe('A study that records with a device', () => {
  it('is served from an origin of its own, with allow-same-origin', async () => {
    const one = recording;
    const { origin, url, path } = await preview(one);
    expect(origin).toBe(`https://${one.study.replaceAll('-', '')}.studies.test`);
    const { status, policy } = await get(url);
    expect(status).toBe(200);
    expect(policy).toContain('allow-same-origin');
    expect(policy).toContain(`connect-src ${origin}${path.replace('index.html', '')} `);
    expect(policy).not.toContain(run.config.publicApiUrl + '/s/');
  });

  it('is not served from the origin of another study, whose pages could read what it left there', async () => {
    const one = await preview(recording);
    const other = await preview(filming);
    expect((await get(`${other.origin}${one.path}`)).status).toBe(404);
    expect((await get(`${one.origin}${one.path}`)).status).toBe(200);
  });

  it('has no origin if its files are requested at the address of the app', async () => {
    const { path } = await preview(recording);
    const { status, policy } = await get(`${run.config.publicApiUrl}${path}`);
    expect(status).toBe(200);
    expect(policy).not.toContain('allow-same-origin');
  });

  it.each(['/', '/api/studies/', '/api/users/profile/', '/run/x', '/signin', '/assets/x.js'])(
    'cannot reach the app at its own origin: %s',
    async (path) => {
      const { origin } = await preview(recording);
      expect((await get(origin, path)).status).toBe(404);
    },
  );
});

describe('An unknown name below the domain of studies', () => {
  const names = (own: string) => [
    'studies.test',
    'eu.studies.test',
    `${own}.studies.test.`,
    `${own}.studies.test:8443`,
    `x.${own}.studies.test`,
  ];

  it('serves nothing: neither the app nor the files of a study', async () => {
    const one = recording;
    const { url, path } = await preview(one);
    const own = one.study.replaceAll('-', '');
    for (const name of names(own))
      for (const asked of ['/', '/api/studies/', '/health/live', path])
        expect([name, asked, (await get(url, asked, name)).status]).toEqual([name, asked, 404]);
    // The address has the same host name in a different spelling.
    expect((await get(url, path, `${own.toUpperCase()}.Studies.test:443`)).status).toBe(200);
  });

  it('accepts no socket, and neither does the origin of a study', async () => {
    const { study } = recording;
    const own = `${study.replaceAll('-', '')}.studies.test`;
    const upgrade = (host: string) =>
      new Promise<number>((resolve, reject) => {
        const { hostname, port } = new URL(run.url);
        const headers = {
          host,
          origin: `https://${host}`,
          connection: 'upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': Buffer.alloc(16).toString('base64'),
        };
        const asked = request({
          host: hostname,
          port,
          path: '/socket.io/?EIO=4&transport=websocket',
          headers,
        });
        asked.on('upgrade', (answer, socket) => {
          socket.destroy();
          resolve(answer.statusCode ?? 0);
        });
        asked.on('response', (answer) => resolve(answer.resume().statusCode ?? 0));
        asked.on('error', reject).end();
      });
    expect(await upgrade('lab.test')).toBe(101);
    for (const host of [own, 'eu.studies.test']) expect(await upgrade(host)).not.toBe(101);
  });
});

describe('What a study has stored in the browser', () => {
  it('is deleted by a page at its own origin, and at no other', async () => {
    const { origin, path } = await preview(recording);
    const at = path.replace('index.html', '__commonlab/forget');
    const { status, forgets, policy } = await get(`${origin}${at}`);
    expect([status, forgets]).toEqual([200, '"cookies", "storage"']);
    expect(policy).toMatch(/^sandbox .*default-src 'none'$/);
    expect((await get(`${run.config.publicApiUrl}${at}`)).status).toBe(404);
    const opaque = await preview(withoutDevice);
    expect(
      (await get(`${opaque.origin}${opaque.path.replace('index.html', '__commonlab/forget')}`))
        .status,
    ).toBe(404);
  });

  it('as a cookie for all studies of the site is deleted before another study\u2019s page begins', async () => {
    const { url, origin, path } = await preview(recording);
    expect((await get(url)).forgets).toBe('"cookies"');
    expect((await get(`${origin}${path.replace('index.html', 'js/main.js')}`)).forgets).toBe('');
    expect((await get((await preview(withoutDevice)).url)).forgets).toBe('');
  });
});

describe('A study that records with no device', () => {
  it('is served at the address of the app, without an origin', async () => {
    const { origin, url } = await preview(withoutDevice);
    expect(origin).toBe(new URL(run.config.publicApiUrl).origin);
    expect((await get(url)).policy).not.toContain('allow-same-origin');
  });
});

describe('A server without origins for studies', () => {
  it('does not launch a study that records with a device, and launches all others', async () => {
    const without = await startApp({ environment: { PUBLIC_WEB_URL: 'https://lab.test' } });
    try {
      expect(without.config.studyOrigin).toBeNull();
      const r = await recruit(without);
      const ask = versionRequestsOf(without);
      const version = await ask.uploaded(r.study_id, r.researcher);
      const put = (needs: string[]) =>
        without
          .http()
          .put(`/api/studies/${r.study_id}/`)
          .set(r.researcher.headers)
          .send({ runtime: ask.hosted(version, { needs }) })
          .expect(200);
      const launch = async () => {
        const made = await without
          .http()
          .post(`/api/studies/${r.study_id}/sessions/`)
          .set(r.researcher.headers)
          .send({ capacity: 5 })
          .expect(201);
        const { _id } = made.body as { _id: string };
        return without
          .http()
          .put(`/api/sessions/${_id}/`)
          .set(r.researcher.headers)
          .send({ state: 'active' });
      };
      await put(['microphone']);
      const refused = await launch();
      expect(refused.status).toBe(409);
      expect(refused.body).toMatchObject({ code: 'study_origin_required' });
      await put([]);
      expect((await launch()).status).toBe(200);
    } finally {
      await without.close();
    }
  });
});
