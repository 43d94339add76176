/** @engines one: nothing of it touches a queue */
import { request } from 'node:http';
import type { StudyVersion } from '../../../contracts/study-files';
import { startApp, type OwnApp } from '../../support/app';
import { makeResearcher, type TestPerson } from '../../support/people';
import { recruit } from '../../support/recruiting';
import { makeStudy } from '../studies/fixtures';
import { versionsOf } from './own-files';

let run: OwnApp;
let owner: TestPerson;
beforeAll(async () => {
  run = await startApp({ environment: { STUDY_ORIGIN: 'https://*.studies.test' } });
  owner = await makeResearcher(run.source);
});
afterAll(() => run.close());

/** As a browser asks for an address: at this server, by the name in it. */
const get = (url: string, path?: string): Promise<{ status: number; policy: string }> =>
  new Promise((resolve, reject) => {
    const { host, pathname } = new URL(url);
    const { hostname, port } = new URL(run.url);
    request({ host: hostname, port, path: path ?? pathname, headers: { host } }, (answer) => {
      const { statusCode: status = 0, headers } = answer.resume();
      answer.on('end', () =>
        resolve({ status, policy: String(headers['content-security-policy'] ?? '') }),
      );
    })
      .on('error', reject)
      .end();
  });
async function hosted(needs: string[]): Promise<{ study: string; version: StudyVersion }> {
  const study = await makeStudy(run, owner);
  const ask = versionsOf(run);
  const version = await ask.uploaded(study, owner);
  await run
    .http()
    .put(`/api/studies/${study}/`)
    .set(owner.headers)
    .send({ runtime: ask.hosted(version, { needs }) })
    .expect(200);
  return { study, version };
}
const preview = async ({ study, version }: { study: string; version: StudyVersion }) => {
  const { path, origin } = await versionsOf(run).preview(study, version._id, owner);
  return { path, origin, url: `${origin}${path}` };
};

describe('A study that records with a device', () => {
  it('is served from an origin that is its alone, and may have it', async () => {
    const one = await hosted(['microphone']);
    const { origin, url, path } = await preview(one);
    expect(origin).toBe(`https://${one.study.replaceAll('-', '')}.studies.test`);
    const { status, policy } = await get(url);
    expect(status).toBe(200);
    expect(policy).toContain('allow-same-origin');
    expect(policy).toContain(`connect-src ${origin}${path.replace('index.html', '')} `);
    expect(policy).not.toContain(run.config.publicApiUrl + '/s/');
  });

  it('is not served from the origin of another study, whose pages would have what it left there', async () => {
    const one = await preview(await hosted(['camera']));
    const other = await preview(await hosted(['camera']));
    expect((await get(`${other.origin}${one.path}`)).status).toBe(404);
    expect((await get(`${one.origin}${one.path}`)).status).toBe(200);
  });

  it('has no origin where its files are asked for at the address of the app', async () => {
    const { path } = await preview(await hosted(['microphone']));
    const { status, policy } = await get(`${run.config.publicApiUrl}${path}`);
    expect(status).toBe(200);
    expect(policy).not.toContain('allow-same-origin');
  });

  it.each(['/', '/api/studies/', '/api/users/profile/', '/run/x', '/signin', '/assets/x.js'])(
    'finds nothing of the app at its own address: %s',
    async (path) => {
      const { origin } = await preview(await hosted(['microphone']));
      expect((await get(origin, path)).status).toBe(404);
    },
  );
});

describe('A study that records with no device', () => {
  it('stays at the address of the app, without an origin', async () => {
    const { origin, url } = await preview(await hosted([]));
    expect(origin).toBe(new URL(run.config.publicApiUrl).origin);
    expect((await get(url)).policy).not.toContain('allow-same-origin');
  });
});

describe('Without origins for studies', () => {
  it('a study that records with a device is not launched, and all others are', async () => {
    const without = await startApp({ environment: { PUBLIC_WEB_URL: 'https://lab.test' } });
    try {
      expect(without.config.studyOrigin).toBeNull();
      const r = await recruit(without);
      const ask = versionsOf(without);
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
