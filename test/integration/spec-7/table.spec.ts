import { randomUUID } from 'node:crypto';
import { capabilities } from '../../../server/contexts';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { bodyOf } from '../../support/app/body-of';
import { makePerson } from '../../support/people/people';

let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp();
});
afterAll(() => run.close());

describe('The table in section 7 of docs/specification.md', () => {
  it.each([
    ['GET', '/api/users/profile/'],
    ['POST', '/api/users/'],
    ['PUT', '/api/users/profile/'],
    ['GET', '/api/users/{id}/'],
    ['DELETE', '/api/users/profile/'],
    ['GET', '/api/users/public/{id}/'],
    ['POST', '/api/users/password/'],
    ['PUT', '/api/users/password/'],
    ['PUT', '/api/identities/'],
    ['DELETE', '/api/identities/'],
    ['GET', '/api/researchers/organizations/'],
    ['PUT', '/api/demographics/'],
    ['GET', '/api/users/'],
    ['GET', '/api/participants/'],
    ['GET', '/api/saml/redirect_url/'],
    ['GET', '/api/saml/redeem/'],
  ])(
    'lists %s %s, which is in the contract and the served document, and answers with and without the final slash',
    async (method, path) => {
      expect(
        capabilities.endpoints.filter((e) => e.method === method && e.path === path),
      ).toHaveLength(1);
      const body = await bodyOf(run.http().get('/api/openapi.json').expect(200));
      expect((body as { paths: Record<string, object> }).paths[path]).toHaveProperty(
        method.toLowerCase(),
      );
      const call = (at: string) =>
        run.http()[method.toLowerCase() as 'get'](at.replace('{id}', randomUUID()));
      const [slash, none] = [await call(path), await call(path.replace(/\/$/, ''))];
      expect([slash.status, (slash.body as { code?: string }).code]).toEqual([
        none.status,
        (none.body as { code?: string }).code,
      ]);
      expect(slash.headers['x-request-id']).toEqual(expect.any(String));
    },
  );

  it('describes calls that the web app’s origin may make with credentials', async () => {
    const preflight = await run.http().options('/api/users/profile/').set({
      origin: run.config.publicWebUrl,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,content-type',
    });
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': run.config.publicWebUrl,
      'access-control-allow-credentials': 'true',
    });
    const foreign = await run
      .http()
      .get('/api/users/profile/')
      .set({ origin: 'https://elsewhere.test' });
    expect(foreign.headers['access-control-allow-origin']).not.toBe('https://elsewhere.test');
  });

  it('describes calls that never accept the cookie alone as a credential', async () => {
    const { token } = await makePerson(run.source);
    await run
      .http()
      .get('/api/users/profile/')
      .set('cookie', `ff_user_access_token=${token}`)
      .expect(401);
  });
});
