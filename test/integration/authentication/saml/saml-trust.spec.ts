/**
 * @engines one: renders the mails itself, without a queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { startTimeoutMs } from '../../../support/app/starting-takes';
import { X509Certificate } from 'node:crypto';
import type { SamlConnection } from '../../../../contracts/authentication/saml';
import { ApplyDueSsoChangesJob } from '../../../../server/authentication/saml/connections/trust.job';
import { hours, minutes } from '../../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../../server/platform/db/unit-of-work';
import { startApp, TestClock, type RunningApp } from '../../../support/app/app';
import { makeAdministrator, type TestPerson } from '../../../support/people/people';
import { programEnvironment } from '../../../support/app/programs';
import { runProgram, runProgramInWorker } from '../../../support/app/run-program';
import { SamlIdp } from '../../../support/sign-in/saml-idp';
import { bearer } from '../../accounts/account-requests';
import { samlRequestsOf, type ConnectedProvider, type SamlRequests } from './saml-people';
import { renderSsoTrustMail } from './trust-mails';

const clock = new TestClock();
let running: RunningApp;
let saml: SamlRequests;
/** A person who has been an administrator for longer than a day. */
let second: TestPerson;
beforeAll(async () => {
  running = await startApp({ clock });
  saml = await samlRequestsOf(running);
  second = await makeAdministrator(running.source);
});
afterEach(() => clock.reset());
afterAll(() => running.close());

const change = async (
  id: string,
  body: object,
  who = saml.administrator,
): Promise<SamlConnection> =>
  (await running.http().put(`/api/saml/connections/${id}/`).set(who.headers).send(body).expect(200))
    .body as SamlConnection;
const shown = async (id: string): Promise<SamlConnection> => {
  const found = await saml.connectionOf(id);
  if (!found) throw new Error(`no connection ${id}`);
  return found;
};
/** Reads the time at which the waiting change was requested, as the page shows it. */
const asked = async (id: string) =>
  (await shown(id)).waiting?.asked_at ?? clock.now().toISOString();
const send = (id: string, who: TestPerson, body: object) =>
  running.http().put(`/api/saml/connections/${id}/waiting/`).set(who.headers).send(body);
const approve = (id: string, who: TestPerson, asked_at: string) =>
  send(id, who, { action: 'approve', asked_at });
const withdraw = (id: string, who: TestPerson) => send(id, who, { action: 'withdraw' });
const enter = async (uni: ConnectedProvider, idp = uni.idp, name = 'ada') =>
  saml.enter(
    await saml.answerFrom(
      { ...uni, idp },
      { nameId: name, attributes: { mail: `${name}@${uni.domain}` } },
    ),
  );
const stands = async (token: string) =>
  (await running.http().get('/api/users/profile/').set(bearer(token))).status;
const fingerprint = ({ key }: SamlIdp) =>
  new X509Certificate(Buffer.from(key.certificate, 'base64')).fingerprint256;
const sweep = () =>
  new ApplyDueSsoChangesJob(running.source, running.app.get(UnitOfWork), clock).run();
/**
 * Makes a connection through which a person has signed in, and a hostile provider that has the same
 * name and a different key.
 */
const attacked = async () => {
  const uni = await saml.connect();
  const ada = await enter(uni);
  const hostile = new SamlIdp(uni.idp.entityId);
  return { uni, ada, hostile, metadata_xml: hostile.metadata() };
};
const mailTo = (template: 'sso-trust-asked' | 'sso-trust-in-force', id: string, who: TestPerson) =>
  renderSsoTrustMail(running, template, { connection_id: id }, who);

describe('An administrator who replaces the provider’s key by their own', () => {
  it('cannot use the new key for a day, while the people of the organization sign in as before', async () => {
    const { uni, ada, hostile, metadata_xml } = await attacked();
    const { waiting, certificates } = await change(uni.id, { metadata_xml });
    expect(certificates.map((c) => c.sha256_fingerprint)).toEqual([fingerprint(uni.idp)]);
    expect(waiting?.provider?.certificates[0]?.sha256_fingerprint).toBe(fingerprint(hostile));
    const answer = await saml.answerFrom({ ...uni, idp: hostile }, { nameId: 'ada' });
    expect(await saml.errorAfter(answer)).not.toBeNull();
    expect(await stands(ada.token)).toBe(200);
    expect((await enter(uni))._id).toBe(ada._id);
    clock.advance(hours(24) - minutes(1));
    await sweep();
    expect(await shown(uni.id)).toMatchObject({ waiting: expect.anything() as object });
  });

  it('triggers a mail to every administrator with the new fingerprint', async () => {
    const { uni, hostile, metadata_xml } = await attacked();
    await change(uni.id, { metadata_xml });
    for (const who of [second, saml.administrator])
      expect((await mailTo('sso-trust-asked', uni.id, who))?.content.text).toContain(
        fingerprint(hostile),
      );
    await withdraw(uni.id, second).expect(200);
    expect(await mailTo('sso-trust-asked', uni.id, second)).toBeNull();
  });

  it.each([
    ['disabling the connection first', { enabled: false }],
    ['another name of the provider', {}],
  ])('cannot bypass the waiting time by %s', async (_, first) => {
    const { uni, hostile } = await attacked();
    if ('enabled' in first) await change(uni.id, first);
    const other = 'enabled' in first ? hostile : new SamlIdp(`https://new.${uni.domain}`);
    await change(uni.id, { metadata_xml: other.metadata(), enabled: true });
    expect(await shown(uni.id)).toMatchObject({
      entity_id: uni.idp.entityId,
      enabled: true,
      waiting: { provider: { entity_id: other.entityId } },
    });
  });

  it('cannot bypass the waiting time by removing the connection and adding it again', async () => {
    const { uni, hostile } = await attacked();
    await running
      .http()
      .delete(`/api/saml/connections/${uni.id}/`)
      .set(saml.administrator.headers)
      .expect(204);
    const added = (await saml.add(hostile, [uni.domain], { enabled: true }).expect(201))
      .body as SamlConnection;
    expect(added).toMatchObject({ enabled: false, waiting: { enables: true, provider: null } });
    expect(await change(added._id, { enabled: true })).toMatchObject({ enabled: false });
    await running
      .http()
      .get('/api/saml/redirect_url/')
      .query({ user_email: `ada@${uni.domain}` })
      .expect(404);
    // The administrator changes the metadata while the enabling waits. The new metadata name
    // another provider, so a new waiting period of one day begins.
    clock.advance(hours(23));
    await change(added._id, { metadata_xml: new SamlIdp(uni.idp.entityId).metadata() });
    await change(added._id, { enabled: true });
    clock.advance(hours(2));
    await sweep();
    expect(await shown(added._id)).toMatchObject({ enabled: false });
  });

  it('cannot get a change approved by an administrator who has read an earlier change', async () => {
    const { uni, metadata_xml } = await attacked();
    await change(uni.id, { metadata_xml: new SamlIdp(uni.idp.entityId).metadata() });
    const seen = await asked(uni.id);
    clock.advance(minutes(1));
    await change(uni.id, { metadata_xml });
    expect((await approve(uni.id, second, seen).expect(409)).body).toMatchObject({
      code: 'waiting_changed',
    });
    expect(await shown(uni.id)).toMatchObject({
      certificates: [{ sha256_fingerprint: fingerprint(uni.idp) }],
    });
    await send(uni.id, second, { action: 'approve' }).expect(400);
    await approve(uni.id, second, await asked(uni.id)).expect(200);
  });

  it('cannot approve the change alone, or through an administrator whom they appointed for it', async () => {
    const { uni, metadata_xml } = await attacked();
    await change(uni.id, { metadata_xml });
    const helper = await makeAdministrator(running.source);
    await running.source.query(
      `INSERT INTO platform.audit (id, at, action, actor_id, subject_id, details)
       VALUES (gen_random_uuid(), $2, 'role-given', $3, $1, '{}')`,
      [helper._id, new Date(clock.now().getTime() - hours(2)), saml.administrator._id],
    );
    for (const who of [saml.administrator, helper]) {
      const answer = await approve(uni.id, who, await asked(uni.id)).expect(403);
      expect(answer.body).toMatchObject({ code: 'second_administrator_needed' });
    }
  });
});

describe('A waiting change of certificates', () => {
  it.each([
    ['after a day', 'time'],
    ['by a second administrator', 'administrator'],
    ['by a command on the server', 'operator'],
  ])(
    'takes effect %s, ends every sign-in made with the connection, and is reported by mail',
    async (_, by) => {
      const { uni, ada, hostile: next, metadata_xml } = await attacked();
      await change(uni.id, { metadata_xml });
      const begun = await saml.answerFrom(uni);
      if (by === 'time') {
        clock.advance(hours(24) + 1);
        // Two workers run at the same time.
        await Promise.all([sweep(), sweep()]);
      } else if (by === 'administrator')
        await approve(uni.id, second, await asked(uni.id)).expect(200);
      else {
        const environment = programEnvironment(running.engines, 0, {});
        const run = (...words: string[]) => runProgramInWorker('sso-trust', words, environment);
        const moment = await asked(uni.id);
        const listed = (await run()).stdout;
        expect(listed).toContain(fingerprint(next));
        expect(listed).toContain(`${uni.id} ${moment}`);
        // Runs the command as a separate process, as an operator does.
        expect(
          await runProgram('sso-trust', [uni.id, '2026-01-01T00:00:00.000Z'], environment),
        ).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('list it again') });
        expect((await run(uni.id)).code).toBe(1);
        // Two commands run at the same time.
        const both = await Promise.all([run(uni.id, moment), run(uni.id, moment)]);
        expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
        expect((await run(uni.id, moment)).code).toBe(1);
      }
      expect(await shown(uni.id)).toMatchObject({
        waiting: null,
        certificates: [{ sha256_fingerprint: fingerprint(next) }],
      });
      clock.reset();
      expect(await stands(ada.token)).toBe(401);
      expect(await saml.errorAfter(begun)).not.toBeNull();
      expect((await enter(uni, next))._id).toBe(ada._id);
      const rows: { details: object }[] = await running.source.query(
        `SELECT details FROM platform.audit
       WHERE action = 'sso-trust-in-force' AND details->>'connection_id' = $1`,
        [uni.id],
      );
      expect(rows).toHaveLength(1);
      expect(rows[0]?.details).toMatchObject({
        approved_by: by,
        fingerprints_before: fingerprint(uni.idp),
        fingerprints: fingerprint(next),
      });
      const text = (await mailTo('sso-trust-in-force', uni.id, second))?.content.text;
      expect(text).toContain(fingerprint(next));
      // Time limit: in one case, the test starts the command as a separate process.
    },
    startTimeoutMs,
  );

  it('takes effect immediately if nobody signs in with the provider yet, or if certificates are only removed', async () => {
    const fresh = await saml.connect();
    const next = new SamlIdp(fresh.idp.entityId);
    const both = fresh.idp.metadata([fresh.idp.key.certificate, next.key.certificate]);
    expect(await change(fresh.id, { metadata_xml: both })).toMatchObject({ waiting: null });
    await enter(fresh);
    const left = await change(fresh.id, { metadata_xml: fresh.idp.metadata() });
    expect(left.waiting).toBeNull();
    expect(left.certificates).toHaveLength(1);
  });

  it('never takes effect if it was withdrawn, or if a different connection has the provider by now', async () => {
    const { uni, metadata_xml } = await attacked();
    await change(uni.id, { metadata_xml });
    await withdraw(uni.id, saml.administrator).expect(200);
    await approve(uni.id, second, await asked(uni.id)).expect(404);
    const other = new SamlIdp(`https://new.${uni.domain}`);
    await change(uni.id, { metadata_xml: other.metadata() });
    await saml.add(other, [`also-${uni.domain}`]).expect(201);
    await approve(uni.id, second, await asked(uni.id)).expect(409);
    clock.advance(hours(25));
    await sweep();
    expect(await shown(uni.id)).toMatchObject({ entity_id: uni.idp.entityId, waiting: null });
  });
});
