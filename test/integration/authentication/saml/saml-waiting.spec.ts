import { X509Certificate } from 'node:crypto';
import { bodyOf } from '../../../support/app/body-of';
import { signingKey } from '../../../support/sign-in/certificate';
import type { RunningApp } from '../../../support/app/launch-app';
import { makeAdministrator, type TestPerson } from '../../../support/people/people';
import { SamlIdp, type SignOnResponse } from '../../../support/sign-in/saml-idp';
import { sharedApp } from '../../../support/app/shared-app';
import { idpSigningKey } from './connections';
import { samlRequestsOf, type ConnectedProvider, type SamlRequests } from './saml-people';
import { renderSsoTrustMail } from './trust-mails';

let running: RunningApp;
let saml: SamlRequests;
let second: TestPerson;
const next = signingKey();
beforeAll(async () => {
  running = await sharedApp();
  saml = await samlRequestsOf(running);
  second = await makeAdministrator(running.source);
});
afterAll(() => running.close());

const put = (id: string, body: object, who = saml.administrator, under = '') =>
  running.http().put(`/api/saml/connections/${id}/${under}`).set(who.headers).send(body);
const waitingOf = async (id: string) => (await saml.connectionOf(id))?.waiting;
const fingerprint = (certificate: string) =>
  new X509Certificate(Buffer.from(certificate, 'base64')).fingerprint256;
const detailsOf = async (id: string, action: string) => {
  const rows: { details: Record<string, unknown> }[] = await running.source.query(
    `SELECT details FROM platform.audit WHERE action = $2 AND details->>'connection_id' = $1`,
    [id, action],
  );
  return rows.at(-1)?.details;
};
/** Makes a connection through which a person has signed in. */
const inhabited = async (): Promise<ConnectedProvider> => {
  const uni = await saml.connect({ key: idpSigningKey });
  await saml.enter(
    await saml.answerFrom(uni, { attributes: { mail: `ada@${uni.domain}` }, nameId: 'ada' }),
  );
  return uni;
};
const approve = async (id: string) =>
  put(
    id,
    { action: 'approve', asked_at: (await waitingOf(id))?.asked_at },
    second,
    'waiting/',
  ).expect(200);

const fields = ['entity_id', 'sso_url', 'certificates'] as const;
const subsets = Array.from({ length: 2 ** fields.length - 1 }, (_, index) =>
  fields.filter((__, bit) => ((index + 1) >> bit) % 2 === 1),
);

describe('A waiting change of a connection', () => {
  it.each(subsets.map((changed) => [changed.join(', '), changed] as const))(
    'is described completely on the page, by mail and in the audit log, while it waits and once it is in force: %s',
    async (_, changed) => {
      const uni = await inhabited();
      const { entityId, ssoUrl } = uni.idp;
      const has = (field: (typeof fields)[number]) => changed.includes(field);
      const after = {
        entity_id: has('entity_id') ? `https://after.${uni.domain}` : entityId,
        sso_url: has('sso_url') ? `https://sign-on.${uni.domain}/x` : ssoUrl,
      };
      const other = new SamlIdp(after.entity_id, {
        key: has('certificates') ? next : idpSigningKey,
        ssoUrl: after.sso_url,
      });
      await put(uni.id, { metadata_xml: other.metadata() }).expect(200);
      const [was, is] = [idpSigningKey, next].map(({ certificate }) => fingerprint(certificate));
      const certificate = (one: string | undefined) =>
        expect.objectContaining({ sha256_fingerprint: one }) as object;
      const expected = {
        entity_id: { field: 'entity_id', before: entityId, after: after.entity_id },
        sso_url: { field: 'sso_url', before: ssoUrl, after: after.sso_url },
        certificates: {
          field: 'certificates',
          added: [certificate(is)],
          removed: [certificate(was)],
          kept: [],
        },
      };
      expect((await waitingOf(uni.id))?.changes).toEqual(changed.map((one) => expected[one]));

      const audited = {
        ...(has('entity_id') && { entity_id_before: entityId, entity_id: after.entity_id }),
        ...(has('sso_url') && { sso_url_before: ssoUrl, sso_url: after.sso_url }),
        ...(has('certificates') && { fingerprints_before: was, fingerprints: is }),
      };
      const common = { connection_id: uni.id };
      expect(await detailsOf(uni.id, 'sso-trust-asked')).toEqual({ ...common, ...audited });
      const about = { connection_id: uni.id };
      const asked = await renderSsoTrustMail(running, 'sso-trust-asked', about, second);
      for (const value of Object.values(audited)) expect(asked?.content.text).toContain(value);

      await approve(uni.id);
      expect(await detailsOf(uni.id, 'sso-trust-in-force')).toEqual({
        ...common,
        ...audited,
        approved_by: 'administrator',
        sign_ins_ended: 1,
      });
      const [event]: { data: { connection_id: string; change_id: string } }[] =
        await running.source.query(
          `SELECT data FROM platform.outbox
           WHERE name = 'identity.sso-trust-in-force' AND data->>'connection_id' = $1`,
          [uni.id],
        );
      // Makes a second change before the mail is rendered. The mail must still show the first
      // change.
      await put(uni.id, { organization: 'Renamed' }).expect(200);
      const told =
        event && (await renderSsoTrustMail(running, 'sso-trust-in-force', event.data, second));
      for (const value of Object.values(audited)) expect(told?.content.text).toContain(value);
      expect(told?.content.text).toContain('1 sign-in');
    },
  );

  it('is named in the audit log when it is withdrawn', async () => {
    const uni = await inhabited();
    const other = new SamlIdp(uni.idp.entityId, {
      key: idpSigningKey,
      ssoUrl: `https://x.${uni.domain}/`,
    });
    await put(uni.id, { metadata_xml: other.metadata() }).expect(200);
    await put(uni.id, { action: 'withdraw' }, second, 'waiting/').expect(200);
    expect(await detailsOf(uni.id, 'sso-trust-withdrawn')).toMatchObject({
      sso_url_before: uni.idp.ssoUrl,
      sso_url: other.ssoUrl,
    });
  });
});

describe('A connection that is enabled for the first time', () => {
  it('is announced in the mail as a first enabling, not as a change', async () => {
    const uni = await saml.connect({ key: idpSigningKey });
    const later = await saml.connect({ key: idpSigningKey }, { enabled: false });
    await put(later.id, { enabled: true }).expect(200);
    for (const { id } of [uni, later]) {
      const events: { name: string }[] = await running.source.query(
        `SELECT name FROM platform.outbox WHERE data->>'connection_id' = $1`,
        [id],
      );
      expect(events.map(({ name }) => name)).toEqual(['identity.sso-enabled']);
      const mail = await renderSsoTrustMail(running, 'sso-enabled', { connection_id: id }, second);
      expect(mail?.content.subject).toBe('Single sign-on of University of Somewhere is enabled');
      expect(mail?.content.text).toContain(fingerprint(idpSigningKey.certificate));
    }
  });
});

describe('A trial sign-on of a waiting change', () => {
  const trial = async (
    uni: ConnectedProvider,
    { waiting = true, by = uni.idp } = {},
  ): Promise<{ answer: SignOnResponse; page: () => Promise<URL> }> => {
    const body = await bodyOf(
      running
        .http()
        .post(`/api/saml/connections/${uni.id}/test/`)
        .query(waiting ? { waiting: 'true' } : {})
        .set(saml.administrator.headers)
        .expect(200),
    );
    const request = await by.asked((body as { redirect_url: string }).redirect_url, saml.metadata);
    const answer = await saml.say({ ...uni, idp: by }, request);
    return { answer, page: () => saml.after(answer) };
  };
  const changed = async () => {
    const uni = await inhabited();
    const other = new SamlIdp(`https://after.${uni.domain}`, { key: next });
    await put(uni.id, { metadata_xml: other.metadata() }).expect(200);
    return { uni, other };
  };

  it('goes to the new provider, is checked with its key, and is stored with the change', async () => {
    const { uni, other } = await changed();
    const { page } = await trial(uni, { by: other });
    expect((await page()).search).toBe(`?tested=${uni.id}&of=waiting`);
    expect(await saml.connectionOf(uni.id)).toMatchObject({
      last_test: null,
      waiting: { last_test: { ok: true, code: 'signed_on' } },
    });
    // The waiting change has a new certificate. So its trial refuses a response that is signed with
    // the present certificate.
    const former = new SamlIdp(other.entityId, { key: idpSigningKey });
    await (await trial(uni, { by: former })).page();
    expect(await waitingOf(uni.id)).toMatchObject({
      last_test: { ok: false, code: 'wrong_signature' },
    });
    // The settings in force are still checked with their own certificate.
    expect((await (await trial(uni, { waiting: false })).page()).search).toBe(`?tested=${uni.id}`);
    expect(await saml.connectionOf(uni.id)).toMatchObject({
      last_test: { ok: true },
      waiting: { last_test: { ok: false } },
    });
  });

  it('signs nobody in, and becomes the last test of the connection when the change takes effect', async () => {
    const { uni, other } = await changed();
    await (await trial(uni, { by: other })).page();
    const codes: object[] = await running.source.query(
      'SELECT 1 FROM identity.saml_code WHERE connection_id = $1',
      [uni.id],
    );
    expect(codes).toEqual([]);
    await approve(uni.id);
    expect(await saml.connectionOf(uni.id)).toMatchObject({
      waiting: null,
      last_test: { ok: true, code: 'signed_on' },
    });
  });

  it('of an earlier change counts neither for a later change nor after a withdrawal', async () => {
    const { uni, other } = await changed();
    const begun = await trial(uni, { by: other });
    const done = await trial(uni, { by: other });
    await done.page();
    const third = new SamlIdp(uni.idp.entityId, { key: next });
    await put(uni.id, { metadata_xml: third.metadata() }).expect(200);
    expect((await begun.page()).searchParams.get('error')).toBe('invalid_flow');
    expect(await waitingOf(uni.id)).toMatchObject({ last_test: null });
    const late = await trial(uni, { by: third });
    await put(uni.id, { action: 'withdraw' }, second, 'waiting/').expect(200);
    expect((await late.page()).searchParams.get('error')).toBe('invalid_flow');
    await running
      .http()
      .post(`/api/saml/connections/${uni.id}/test/`)
      .query({ waiting: 'true' })
      .set(saml.administrator.headers)
      .expect(404);
  });
});
