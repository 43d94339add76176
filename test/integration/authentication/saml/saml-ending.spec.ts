/**
 * @engines one: uses a socket only to see that the server closes it, so it runs with only one kind
 * of queue (Redis or PostgreSQL)
 * @long: `npm test -- long` ends connections three times as often while people sign in
 */
import type { RunningWorkers } from '../../../../workers/start';
import { startApp, TestClock, type RunningApp } from '../../../support/app/app';
import { triesInTestRun } from '../../../support/chance/lanes';
import { countLockWaits } from '../../../support/engines/locks';
import { eventually } from '../../../support/chance/wait';
import { openTestSocket } from '../../../support/app/watcher';
import { startTestWorkers } from '../../../support/app/workers';
import { bearer, countRows, accountRequestsOf } from '../../accounts/account-requests';
import { samlRequestsOf, type ConnectedProvider, type SamlRequests } from './saml-people';
import { secondFactorRequestsOf } from '../second-factor/second-factor-of';

let running: RunningApp;
let workers: RunningWorkers;
let saml: SamlRequests;
let people: ReturnType<typeof accountRequestsOf>;
beforeAll(async () => {
  // This file has its own application, because its workers react to every event of their database.
  running = await startApp({ clock: new TestClock() });
  workers = await startTestWorkers(running);
  saml = await samlRequestsOf(running);
  people = accountRequestsOf(running);
});
afterAll(async () => {
  await workers.close();
  await running.close();
});

const path = (id: string) => `/api/saml/connections/${id}/`;
const change = (id: string, body: object) =>
  running.http().put(path(id)).set(saml.administrator.headers).send(body).expect(200);
const remove = (id: string) =>
  running.http().delete(path(id)).set(saml.administrator.headers).expect(204);
const ends: [string, (uni: ConnectedProvider) => Promise<unknown>][] = [
  ['disabled', ({ id }) => change(id, { enabled: false })],
  ['removed', ({ id }) => remove(id)],
];
const person = async (uni: ConnectedProvider, name: string) =>
  saml.enter(
    await saml.answerFrom(uni, { nameId: name, attributes: { mail: `${name}@${uni.domain}` } }),
  );
const stands = async (token: string) =>
  (await running.http().get('/api/users/profile/').set(bearer(token))).status;
const lastAudit = async (id: string) => {
  const [row]: { action: string; details: Record<string, unknown> }[] = await running.source.query(
    `SELECT action, details FROM platform.audit WHERE details ->> 'connection_id' = $1 ORDER BY at DESC, id DESC LIMIT 1`,
    [id],
  );
  return row;
};

describe.each(ends)('When a connection is %s', (_, end) => {
  it('[7.1.3] [7.6.1] the sign-ins made with it end in every browser, and no other sign-ins do', async () => {
    const [uni, other] = [await saml.connect(), await saml.connect()];
    const [ada, again, bob, stranger] = [
      await person(uni, 'ada'),
      await person(uni, 'ada'),
      await person(uni, 'bob'),
      await person(other, 'ada'),
    ];
    const member = await people.member();
    const token = await saml.tokenAfter(
      await saml.answerFrom(uni, {
        nameId: 'member',
        attributes: { mail: `member@${uni.domain}` },
      }),
    );
    await running
      .http()
      .put('/api/identities/')
      .set(bearer(member.token))
      .send({ provider: 'ssoready', token })
      .expect(200);
    const [tab, elsewhere] = [
      await openTestSocket(running.url, again.token),
      await openTestSocket(running.url, stranger.token),
    ];
    for (const { socket } of [tab, elsewhere]) socket.io.reconnection(false);

    await end(uni);
    expect(
      await Promise.all([ada, again, bob, stranger, member].map((one) => stands(one.token))),
    ).toEqual([401, 401, 401, 200, 200]);
    expect((await lastAudit(uni.id))?.details).toMatchObject({ sign_ins_ended: 3 });
    // The audit record contains the domains of the connection, but no email address.
    expect(JSON.stringify(await lastAudit(uni.id))).not.toContain('@');
    await eventually(
      () => tab.socket.connected,
      (connected) => !connected,
    );
    expect(tab.messages.map(({ name }) => name)).toContain('signed_out');
    expect(elsewhere.socket.connected).toBe(true);
    for (const one of [tab, elsewhere]) one.close();
  });

  it('its open codes, tokens, requests and sign-ins that wait for a second factor end', async () => {
    const uni = await saml.connect();
    const factor = secondFactorRequestsOf(running);
    const grace = await person(uni, 'grace');
    await running.source.query(`UPDATE identity.account SET is_researcher = true WHERE id = $1`, [
      grace._id,
    ]);
    const { secret } = await factor.withTotp({ ...grace, email: '' });
    const answered = await saml
      .profile(
        await saml.tokenAfter(
          await saml.answerFrom(uni, {
            nameId: 'grace',
            attributes: { mail: `grace@${uni.domain}` },
          }),
        ),
      )
      .expect(401);
    const { challenge } = answered.body as { challenge: { token: string } };
    const [code, token, answer] = [
      await saml.codeAfter(await saml.answerFrom(uni)),
      await saml.tokenAfter(await saml.answerFrom(uni)),
      await saml.answerFrom(uni),
    ];
    await end(uni);
    await saml.redeem(code).expect(400);
    await saml.profile(token).expect(401);
    expect(await saml.errorAfter(answer)).toBe('invalid_flow');
    expect(
      (await factor.prove(challenge.token, { code: factor.codeOf(secret) })).body,
    ).toMatchObject({ code: 'invalid_challenge' });
  });

  it('the change waits for a sign-in that has already sent its token, and then ends that sign-in too', async () => {
    const uni = await saml.connect();
    const token = await saml.tokenAfter(
      await saml.answerFrom(uni, { nameId: 'slow', attributes: { mail: `slow@${uni.domain}` } }),
    );
    // A sign-in first uses up its token, and then locks its identity. The test takes that lock, so
    // the sign-in waits after its token is used up.
    const stop = running.source.createQueryRunner();
    await stop.startTransaction();
    await stop.query(`SELECT pg_advisory_xact_lock($1, hashtext($2))`, [
      0x49444e54,
      `${uni.idp.entityId} name-id:slow`,
    ]);
    const coming = saml
      .profile(token)
      .expect(200)
      .then(({ body }) => (body as { token: string }).token);
    await eventually(
      () => countLockWaits(running.source),
      (n) => n === 1,
    );
    let ended = false;
    const ending = end(uni).then(() => (ended = true));
    await eventually(
      () => countLockWaits(running.source),
      (n) => n === 2,
    );
    expect(ended).toBe(false);
    await stop.commitTransaction();
    await stop.release();
    const came = await coming;
    await ending;
    expect(await stands(came)).toBe(401);
  });

  it('no sign-in that happens at the same moment stays open', async () => {
    for (let round = 0; round < triesInTestRun(1, 3); round++) {
      const uni = await saml.connect();
      const said = (n: number) =>
        saml.answerFrom(uni, { nameId: `n-${n}`, attributes: { mail: `n-${n}@${uni.domain}` } });
      const codes = await Promise.all([1, 2, 3].map(async (n) => saml.codeAfter(await said(n))));
      const tokens = await Promise.all(
        [4, 5, 6, 7, 8].map(async (n) => saml.tokenAfter(await said(n))),
      );
      const comeIn = async (token: string) =>
        ((await saml.profile(token)).body as { token?: string }).token;
      const [came] = await Promise.all([
        Promise.all([
          ...tokens.map(comeIn),
          ...codes.map(async (code) => {
            const { token } = (await saml.redeem(code)).body as { token?: string };
            return token === undefined ? undefined : comeIn(token);
          }),
        ]),
        end(uni),
      ]);
      for (const token of came) if (token !== undefined) expect(await stands(token)).toBe(401);
      expect(
        await countRows(
          running.source,
          `identity.token t JOIN identity.identity i USING (account_id) WHERE i.issuer = $1`,
          [uni.idp.entityId],
        ),
      ).toBe(0);
    }
  });
});

describe('A single sign-on connection', () => {
  it('that is enabled again restores no old sign-in, and allows new ones', async () => {
    const uni = await saml.connect();
    const ada = await person(uni, 'ada');
    await change(uni.id, { enabled: false });
    await change(uni.id, { enabled: true });
    expect(await stands(ada.token)).toBe(401);
    expect(await stands((await person(uni, 'ada')).token)).toBe(200);
  });

  it('that gets a new name or domain, or the same metadata again, ends no sign-in', async () => {
    const uni = await saml.connect();
    const ada = await person(uni, 'ada');
    await change(uni.id, { organization: 'Renamed', domains: [uni.domain, `also-${uni.domain}`] });
    await change(uni.id, { metadata_xml: uni.idp.metadata() });
    expect(await stands(ada.token)).toBe(200);
    expect((await lastAudit(uni.id))?.details).not.toHaveProperty('sign_ins_ended');
  });

  it('that an administrator disables ends that administrator’s own sign-in through it too', async () => {
    const uni = await saml.connect();
    const boss = await person(uni, 'boss');
    await running.source.query(`UPDATE identity.account SET role = 'ADMINISTRATOR' WHERE id = $1`, [
      boss._id,
    ]);
    expect(
      (
        await running
          .http()
          .put(path(uni.id))
          .set(boss.headers)
          .send({ enabled: false })
          .expect(200)
      ).body,
    ).toMatchObject({ enabled: false });
    expect(await stands(boss.token)).toBe(401);
  });
});
