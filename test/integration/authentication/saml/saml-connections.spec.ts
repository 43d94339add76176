import { en } from '../../../../server/platform/i18n/locales/en';
import { startApp, type RunningApp } from '../../../support/app';
import { signingKey } from '../../../support/certificate';
import { makePerson, makeResearcher } from '../../../support/people';
import { SamlIdp } from '../../../support/saml-idp';
import { count, statuses } from '../../accounts/people-of';
import { samlOf, type Saml } from './saml-people';
import { bodyOf } from '../../../support/body-of';

interface Shown {
  _id: string;
  domains: string[];
  entity_id: string;
  sso_url: string;
  enabled: boolean;
  certificates: { subject: string; sha256_fingerprint: string; not_after: string }[];
  last_test: { ok: boolean; code: string; detail: string | null } | null;
}

let running: RunningApp;
let saml: Saml;
beforeAll(async () => {
  running = await startApp();
  saml = await samlOf(running);
});
afterAll(() => running.close());

const path = '/api/saml/connections/';
const key = signingKey();
let last = 0;
const idp = (options: object = {}) =>
  new SamlIdp(`https://idp-${++last}.example`, { key, ...options });
const change = (id: string, body: object) =>
  running.http().put(`${path}${id}/`).set(saml.administrator.headers).send(body);
const audited = async (id: string) => {
  const rows: { action: string; actor_id: string; details: object }[] = await running.source.query(
    `SELECT action, actor_id, details FROM platform.audit WHERE details ->> 'connection_id' = $1 ORDER BY at, id`,
    [id],
  );
  return rows;
};

describe('An administrator connects an organization', () => {
  it("by its provider's metadata", async () => {
    const uni = idp();
    const body = await bodyOf(saml.add(uni, ['Uni-A.example', 'mail.uni-a.example']).expect(201));
    const shown = body as Shown;
    expect(shown).toMatchObject({
      domains: ['mail.uni-a.example', 'uni-a.example'],
      entity_id: uni.entityId,
      sso_url: uni.ssoUrl,
      enabled: false,
      last_test: null,
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
        details: { connection_id: shown._id, enabled: false, domains: 2, certificates: 1 },
      },
    ]);
  });

  it('and nobody gets in by it before it is enabled on purpose', async () => {
    const uni = idp();
    const body = await bodyOf(saml.add(uni, ['on-purpose.example']).expect(201));
    const { _id } = body as Shown;
    const look = () =>
      running.http().get('/api/saml/redirect_url/').query({ user_email: 'a@on-purpose.example' });
    await look().expect(404);
    for (const metadata_xml of [uni.metadata()])
      expect(
        (
          await change(_id, {
            organization: 'Renamed',
            domains: ['on-purpose.example'],
            metadata_xml,
          }).expect(200)
        ).body,
      ).toMatchObject({ enabled: false });
    await look().expect(404);
    expect((await change(_id, { enabled: true }).expect(200)).body).toMatchObject({
      enabled: true,
    });
    await look().expect(200);
    // A change of something else neither enables nor disables.
    expect((await change(_id, { organization: 'Renamed again' }).expect(200)).body).toMatchObject({
      enabled: true,
    });
    expect(
      (await saml.add(idp(), ['at-once.example'], { enabled: true }).expect(201)).body,
    ).toMatchObject({ enabled: true });
  });

  it('sees them all with what a provider has to be told, newest first, in pages', async () => {
    for (const n of [1, 2, 3]) await saml.add(idp(), [`page-${n}.example`]).expect(201);
    const page = async (query: object) =>
      (await running.http().get(path).query(query).set(saml.administrator.headers).expect(200))
        .body as { items: Shown[]; next_cursor: string | null; service_provider: object };
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
      .get(path)
      .query({ cursor: 'nonsense' })
      .set(saml.administrator.headers)
      .expect(400);
  });

  it('changes, disables and removes it, and the audit log says so', async () => {
    const body = await bodyOf(saml.add(idp(), ['uni-b.example'], { enabled: true }).expect(201));
    const { _id } = body as Shown;
    expect((await change(_id, { organization: 'Another name' }).expect(200)).body).toMatchObject({
      organization: 'Another name',
      enabled: true,
      domains: ['uni-b.example'],
    });
    expect((await change(_id, { enabled: false }).expect(200)).body).toMatchObject({
      enabled: false,
    });
    expect(
      (await change(_id, { domains: ['uni-c.example', 'uni-b.example'] }).expect(200)).body,
    ).toMatchObject({ domains: ['uni-b.example', 'uni-c.example'] });
    expect((await change(_id, { domains: ['uni-c.example'] }).expect(200)).body).toMatchObject({
      domains: ['uni-c.example'],
    });
    await change(_id, {}).expect(400);
    await running.http().delete(`${path}${_id}/`).set(saml.administrator.headers).expect(204);
    await running.http().delete(`${path}${_id}/`).set(saml.administrator.headers).expect(404);
    await change(_id, { enabled: true }).expect(404);
    await running.http().post(`${path}${_id}/test/`).set(saml.administrator.headers).expect(404);
    expect((await audited(_id)).map((r) => r.action)).toEqual([
      'sso-connection-added',
      ...Array.from({ length: 4 }, () => 'sso-connection-changed'),
      'sso-connection-removed',
    ]);
    expect(JSON.stringify(await audited(_id))).not.toContain('example');
    expect(await count(running.source, `identity.saml_domain WHERE domain LIKE 'uni-c%'`)).toBe(0);
  });

  it('alone: neither a visitor nor a participant nor a researcher', async () => {
    const body = await bodyOf(saml.add(idp(), ['uni-d.example'], { enabled: true }).expect(201));
    const { _id } = body as Shown;
    const [participant, researcher] = [
      await makePerson(running.source),
      await makeResearcher(running.source),
    ];
    const calls = (headers: Record<string, string>) => [
      running.http().get(path).set(headers),
      running
        .http()
        .post(path)
        .set(headers)
        .send({ organization: 'x', domains: ['x.example'], metadata_xml: idp().metadata() }),
      running.http().put(`${path}${_id}/`).set(headers).send({ enabled: false }),
      running.http().delete(`${path}${_id}/`).set(headers),
      running.http().post(`${path}${_id}/test/`).set(headers),
    ];
    expect(statuses(await Promise.all(calls({})))).toEqual([401, 401, 401, 401, 401]);
    for (const person of [participant, researcher])
      expect(statuses(await Promise.all(calls(person.headers)))).toEqual([403, 403, 403, 403, 403]);
    expect(await saml.connectionOf(_id)).toMatchObject({ enabled: true });
  });
});

describe('A mail domain', () => {
  it('belongs to one connection', async () => {
    const [a, b] = [
      (await saml.add(idp(), ['taken.example']).expect(201)).body as Shown,
      (await saml.add(idp(), ['free.example']).expect(201)).body as Shown,
    ];
    const body = await bodyOf(saml.add(idp(), ['also-free.example', 'TAKEN.example']).expect(409));
    expect(body).toMatchObject({
      code: 'domain_taken',
      description: expect.stringContaining('taken.example') as string,
    });
    await change(b._id, { domains: ['free.example', 'taken.example'] }).expect(409);
    expect(await saml.connectionOf(b._id)).toMatchObject({ domains: ['free.example'] });
    expect(
      await count(running.source, `identity.saml_domain WHERE domain = 'also-free.example'`),
    ).toBe(0);
    await change(a._id, { domains: ['taken.example'] }).expect(200);
  });

  it('goes to one of many who claim it at once', async () => {
    const claims = Array.from({ length: 8 }, (_, i) =>
      i % 2 === 0
        ? ['race.example', 'second-race.example']
        : ['second-race.example', 'race.example'],
    );
    const idps = claims.map(() => idp());
    const answers = await Promise.all(
      claims.map((domains, i) => saml.add(idps[i] as SamlIdp, domains)),
    );
    expect(statuses(answers)).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
    expect(
      await count(running.source, `identity.saml_domain WHERE domain LIKE '%race.example'`),
    ).toBe(2);
  });

  it.each([
    ['no domain'],
    ['a@b.example'],
    ['localhost'],
    ['.example'],
    ['*.example'],
    ['-a.example'],
  ])('is not %j', async (domain) => {
    await saml.add(idp(), [domain]).expect(400);
  });

  it('is needed', async () => {
    await saml.add(idp(), []).expect(400);
  });
});

describe('Metadata', () => {
  const xml = () => idp().metadata();
  it.each<[string, string, () => string]>([
    ['that is no XML', 'not_xml', () => 'nonsense'],
    ['with a document type', 'document_type', () => `<!DOCTYPE x [<!ENTITY a "b">]>${xml()}`],
    ['of a service provider', 'no_identity_provider', () => saml.metadata],
    [
      'of many',
      'several_entities',
      () =>
        `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">` +
        `${xml().replace(/<\?xml.*?\?>/, '')}</md:EntitiesDescriptor>`,
    ],
    ['with a NUL in its name', 'not_xml', () => xml().replace('entityID="', 'entityID="&#x0;')],
    ['of something else', 'not_metadata', () => '<html/>'],
    ['without a name', 'no_entity_id', () => xml().replace(/entityID="[^"]*"/, '')],
    [
      'that has expired',
      'expired',
      () => xml().replace('entityID=', 'validUntil="2020-01-01T00:00:00Z" entityID='),
    ],
    [
      'of a provider that wants signed requests',
      'signed_requests_wanted',
      () => xml().replace('WantAuthnRequestsSigned="false"', 'WantAuthnRequestsSigned="true"'),
    ],
    [
      'without a way by redirect',
      'no_redirect_binding',
      () => xml().replace(/HTTP-Redirect/g, 'HTTP-Artifact'),
    ],
    [
      'with an address without encryption',
      'insecure_address',
      () => idp({ ssoUrl: 'http://idp.example/sso' }).metadata(),
    ],
    [
      'with an address of a script',
      'insecure_address',
      () => idp({ ssoUrl: 'javascript:alert(1)' }).metadata(),
    ],
    [
      'with a password in its address',
      'insecure_address',
      () => idp({ ssoUrl: 'https://a:b@idp.example/sso' }).metadata(),
    ],
    [
      'without a certificate',
      'no_signing_certificate',
      () => xml().replace(/use="signing"/g, 'use="encryption"'),
    ],
    [
      'with a certificate that nobody can read',
      'unreadable_certificate',
      () => idp().metadata(['AAAA']),
    ],
    [
      'with a certificate that has ended',
      'certificate_expired',
      () => idp().metadata([signingKey({ until: new Date(Date.now() - 1_000) }).certificate]),
    ],
    [
      'with a key that is too short',
      'weak_key',
      () => idp().metadata([signingKey({ bits: 1024 }).certificate]),
    ],
  ])('%s is refused', async (_, reason, metadata_xml) => {
    const body = await bodyOf(
      running
        .http()
        .post(path)
        .set(saml.administrator.headers)
        .send({ organization: 'x', domains: ['meta.example'], metadata_xml: metadata_xml() })
        .expect(400),
    );
    expect(body).toMatchObject({
      code: 'invalid_metadata',
      description: expect.stringContaining(
        en.reasons[reason] ?? `no sentence for ${reason}`,
      ) as string,
    });
  });

  it('of a provider that is connected already is refused: two connections must not speak for one issuer', async () => {
    const uni = idp();
    await saml.add(uni, ['issuer-a.example']).expect(201);
    expect((await saml.add(uni, ['issuer-b.example']).expect(409)).body).toMatchObject({
      code: 'identity_provider_taken',
    });
    const body = await bodyOf(saml.add(idp(), ['issuer-c.example']).expect(201));
    await change((body as Shown)._id, { metadata_xml: uni.metadata() }).expect(409);
  });

  it('may name several certificates, of which those that have ended are left out, and an address on this machine for a trial', async () => {
    const [next, old] = [
      signingKey({ name: 'next' }),
      signingKey({ name: 'old', until: new Date(Date.now() - 1_000) }),
    ];
    const local = idp({ ssoUrl: 'http://127.0.0.1:9999/sso' });
    const body = await bodyOf(
      running
        .http()
        .post(path)
        .set(saml.administrator.headers)
        .send({
          organization: 'x',
          domains: ['several.example'],
          metadata_xml: local.metadata([old.certificate, key.certificate, next.certificate]),
        })
        .expect(201),
    );
    expect((body as Shown).certificates.map((c) => c.subject)).toEqual(['CN=idp.test', 'CN=next']);
  });

  it('that is too long is refused before it is read', async () => {
    await running
      .http()
      .post(path)
      .set(saml.administrator.headers)
      .send({ organization: 'x', domains: ['long.example'], metadata_xml: 'x'.repeat(90_001) })
      .expect(400);
  });
});

describe('A trial sign-on', () => {
  it('of a connection that is not enabled yet is kept with it and signs nobody in', async () => {
    const uni = await saml.connect({ key }, { enabled: false });
    await running
      .http()
      .get('/api/saml/redirect_url/')
      .query({ user_email: `a@${uni.domain}` })
      .expect(404);
    const begin = async () =>
      (
        (
          await running
            .http()
            .post(`${path}${uni.id}/test/`)
            .set(saml.administrator.headers)
            .expect(200)
        ).body as { redirect_url: string }
      ).redirect_url;
    const before = await count(running.source, 'identity.account');

    const bad = await uni.idp.asked(await begin(), saml.metadata);
    const page = await saml.after(await saml.say(uni, bad, { attributes: { sn: 'Hopper' } }));
    expect(page.href).toBe(`http://web.test:5173/admin/sso?tested=${uni.id}`);
    expect(await saml.connectionOf(uni.id)).toMatchObject({
      last_test: { ok: false, code: 'no_email', detail: 'attributes: sn' },
    });

    // The refused one has used nothing up.
    expect((await saml.after(await saml.say(uni, bad))).href).toBe(page.href);
    expect(await saml.connectionOf(uni.id)).toMatchObject({
      last_test: { ok: true, code: 'signed_on', detail: 'attributes: mail, givenName, sn' },
    });
    const noisy = await uni.idp.asked(await begin(), saml.metadata);
    await saml.after(await saml.say(uni, noisy, { status: 'AuthnFailed' }));
    expect(await saml.connectionOf(uni.id)).toMatchObject({
      last_test: { ok: false, code: 'provider_refused', detail: 'AuthnFailed' },
    });
    expect(await count(running.source, 'identity.saml_code')).toBe(0);
    expect(await count(running.source, 'identity.account')).toBe(before);
  });

  it('says nothing of other metadata than it was tried with', async () => {
    const uni = await saml.connect({ key }, { enabled: false });
    const begin = async () =>
      (
        (
          await running
            .http()
            .post(`${path}${uni.id}/test/`)
            .set(saml.administrator.headers)
            .expect(200)
        ).body as { redirect_url: string }
      ).redirect_url;
    await saml.after(await saml.say(uni, await uni.idp.asked(await begin(), saml.metadata)));
    expect(await saml.connectionOf(uni.id)).toMatchObject({ last_test: { ok: true } });
    await change(uni.id, { organization: 'Renamed' }).expect(200);
    expect(await saml.connectionOf(uni.id)).toMatchObject({ last_test: { ok: true } });
    await change(uni.id, { metadata_xml: uni.idp.metadata() }).expect(200);
    expect(await saml.connectionOf(uni.id)).toMatchObject({ last_test: null });
  });
});
