import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { bodyOf } from '../../../support/app/body-of';
import { makePerson, makeResearcher } from '../../../support/people/people';
import { countRows, sortedStatuses } from '../../accounts/account-requests';
import {
  connectionRequestsOf,
  newIdp,
  connectionsPath,
  type SsoConnectionResponse,
} from './connections';
import { samlRequestsOf, type SamlRequests } from './saml-people';

let running: RunningApp;
let saml: SamlRequests;
let connections: ReturnType<typeof connectionRequestsOf>;
beforeAll(async () => {
  running = await sharedApp();
  saml = await samlRequestsOf(running);
  connections = connectionRequestsOf(running, saml);
});
afterAll(() => running.close());

const audited = async (id: string) => {
  const rows: { action: string; actor_id: string; details: object }[] = await running.source.query(
    `SELECT action, actor_id, details FROM platform.audit WHERE details ->> 'connection_id' = $1 ORDER BY at, id`,
    [id],
  );
  return rows;
};

describe('The administration of single sign-on connections', () => {
  it('adds a connection from the metadata of its provider', async () => {
    const uni = newIdp();
    const body = await bodyOf(saml.add(uni, ['Uni-A.example', 'mail.uni-a.example']).expect(201));
    const shown = body as SsoConnectionResponse;
    expect(shown).toMatchObject({
      domains: ['mail.uni-a.example', 'uni-a.example'],
      entity_id: uni.entityId,
      sso_url: uni.ssoUrl,
      enabled: false,
      last_test: null,
      faults: [],
    });
    expect(shown.certificates).toEqual([
      {
        subject: 'CN=idp.test',
        sha256_fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/) as string,
        not_after: expect.any(String) as string,
      },
    ]);
    expect(await audited(shown._id)).toEqual([
      {
        action: 'sso-connection-added',
        actor_id: saml.administrator._id,
        details: {
          connection_id: shown._id,
          enabled: false,
          entity_id: shown.entity_id,
          sso_url: shown.sso_url,
          fingerprints: shown.certificates[0]?.sha256_fingerprint,
          domains: 'mail.uni-a.example uni-a.example',
        },
      },
    ]);
  });

  it('keeps a new connection disabled until an administrator enables it explicitly', async () => {
    const uni = newIdp();
    const body = await bodyOf(saml.add(uni, ['on-purpose.example']).expect(201));
    const { _id } = body as SsoConnectionResponse;
    const look = () =>
      running.http().get('/api/saml/redirect_url/').query({ user_email: 'a@on-purpose.example' });
    await look().expect(404);
    for (const metadata_xml of [uni.metadata()])
      expect(
        (
          await connections
            .change(_id, {
              organization: 'Renamed',
              domains: ['on-purpose.example'],
              metadata_xml,
            })
            .expect(200)
        ).body,
      ).toMatchObject({ enabled: false });
    await look().expect(404);
    expect((await connections.change(_id, { enabled: true }).expect(200)).body).toMatchObject({
      enabled: true,
    });
    await look().expect(200);
    // A change to a different field neither enables nor disables the connection.
    expect(
      (await connections.change(_id, { organization: 'Renamed again' }).expect(200)).body,
    ).toMatchObject({
      enabled: true,
    });
    expect(
      (await saml.add(newIdp(), ['at-once.example'], { enabled: true }).expect(201)).body,
    ).toMatchObject({ enabled: true });
  });

  it('lists the connections in pages, newest first, with the addresses that a provider needs', async () => {
    for (const n of [1, 2, 3]) await saml.add(newIdp(), [`page-${n}.example`]).expect(201);
    const page = async (query: object) =>
      (
        await running
          .http()
          .get(connectionsPath)
          .query(query)
          .set(saml.administrator.headers)
          .expect(200)
      ).body as {
        items: SsoConnectionResponse[];
        next_cursor: string | null;
        service_provider: object;
      };
    const first = await page({ limit: 2 });
    expect(first.service_provider).toEqual({
      entity_id: 'http://127.0.0.1:3000/api/saml/metadata/',
      acs_url: 'http://127.0.0.1:3000/api/saml/acs/',
      metadata_url: 'http://127.0.0.1:3000/api/saml/metadata/',
    });
    expect(first.items.map((c) => c.domains)).toEqual([['page-3.example'], ['page-2.example']]);
    expect((await page({ limit: 1, cursor: first.next_cursor })).items[0]?.domains).toEqual([
      'page-1.example',
    ]);
    await running
      .http()
      .get(connectionsPath)
      .query({ cursor: 'nonsense' })
      .set(saml.administrator.headers)
      .expect(400);
  });

  it('changes, disables and removes a connection, and writes each step to the audit log', async () => {
    const body = await bodyOf(saml.add(newIdp(), ['uni-b.example'], { enabled: true }).expect(201));
    const { _id } = body as SsoConnectionResponse;
    expect(
      (await connections.change(_id, { organization: 'Another name' }).expect(200)).body,
    ).toMatchObject({
      organization: 'Another name',
      enabled: true,
      domains: ['uni-b.example'],
    });
    expect((await connections.change(_id, { enabled: false }).expect(200)).body).toMatchObject({
      enabled: false,
    });
    expect(
      (await connections.change(_id, { domains: ['uni-c.example', 'uni-b.example'] }).expect(200))
        .body,
    ).toMatchObject({ domains: ['uni-b.example', 'uni-c.example'] });
    expect(
      (await connections.change(_id, { domains: ['uni-c.example'] }).expect(200)).body,
    ).toMatchObject({
      domains: ['uni-c.example'],
    });
    await connections.change(_id, {}).expect(400);
    await running
      .http()
      .delete(`${connectionsPath}${_id}/`)
      .set(saml.administrator.headers)
      .expect(204);
    await running
      .http()
      .delete(`${connectionsPath}${_id}/`)
      .set(saml.administrator.headers)
      .expect(404);
    await connections.change(_id, { enabled: true }).expect(404);
    await running
      .http()
      .post(`${connectionsPath}${_id}/test/`)
      .set(saml.administrator.headers)
      .expect(404);
    expect((await audited(_id)).map((r) => r.action)).toEqual([
      'sso-connection-added',
      ...Array.from({ length: 4 }, () => 'sso-connection-changed'),
      'sso-connection-removed',
    ]);
    expect((await audited(_id)).at(-1)?.details).toMatchObject({ domains: 'uni-c.example' });
    expect(JSON.stringify(await audited(_id))).not.toContain('Another name');
    expect(
      await countRows(running.source, `identity.saml_domain WHERE domain = 'uni-c.example'`),
    ).toBe(0);
  });

  it('is refused to visitors, participants and researchers', async () => {
    const body = await bodyOf(saml.add(newIdp(), ['uni-d.example'], { enabled: true }).expect(201));
    const { _id } = body as SsoConnectionResponse;
    const [participant, researcher] = [
      await makePerson(running.source),
      await makeResearcher(running.source),
    ];
    const calls = (headers: Record<string, string>) => [
      running.http().get(connectionsPath).set(headers),
      running
        .http()
        .post(connectionsPath)
        .set(headers)
        .send({ organization: 'x', domains: ['x.example'], metadata_xml: newIdp().metadata() }),
      running.http().put(`${connectionsPath}${_id}/`).set(headers).send({ enabled: false }),
      running.http().delete(`${connectionsPath}${_id}/`).set(headers),
      running.http().post(`${connectionsPath}${_id}/test/`).set(headers),
    ];
    expect(sortedStatuses(await Promise.all(calls({})))).toEqual([401, 401, 401, 401, 401]);
    for (const person of [participant, researcher])
      expect(sortedStatuses(await Promise.all(calls(person.headers)))).toEqual([
        403, 403, 403, 403, 403,
      ]);
    expect(await saml.connectionOf(_id)).toMatchObject({ enabled: true });
  });
});
