/**
 * @engines one: uses a queue only for the event that closes a socket, so it runs with only one kind
 * of queue (Redis or PostgreSQL)
 */
import { startApp, TestClock, type RunningApp } from '../../support/app/app';
import { makeAdministrator, makePerson, type TestPerson } from '../../support/people/people';
import { recruit } from '../../support/people/recruiting';
import { eventually } from '../../support/chance/wait';
import { openTestSocket } from '../../support/app/watcher';
import { startTestWorkers } from '../../support/app/workers';
import { accountAdminRequestsOf } from './administering';
import { accountRequestsOf } from './account-requests';
import { startTimeoutMs } from '../../support/app/starting-takes';

let run: RunningApp;
let administrator: TestPerson;
let change: ReturnType<typeof accountAdminRequestsOf>['change'];
let auditOf: ReturnType<typeof accountAdminRequestsOf>['auditOf'];
beforeAll(async () => {
  // This file has its own application, because its workers handle every event of their database.
  run = await startApp({ clock: new TestClock() });
  administrator = await makeAdministrator(run.source);
  ({ change, auditOf } = accountAdminRequestsOf(run, administrator));
});
afterAll(() => run.close());

describe('Disabling an account', () => {
  it('[7.4.2] [7.4.5] ends its tokens, refuses the right password with the reason, and can be undone', async () => {
    const people = accountRequestsOf(run);
    const member = await people.member();
    expect(
      (
        await change(member._id, { disabled: true, reason: 'Asked by the ethics board' }).expect(
          200,
        )
      ).body,
    ).toMatchObject({ _id: member._id });
    await run
      .http()
      .get('/api/users/profile/')
      .set({ authorization: `Bearer ${member.token}` })
      .expect(401);
    expect((await people.signIn(member.email).expect(403)).body).toMatchObject({
      code: 'account_disabled',
    });
    expect((await people.signIn(member.email, 'Wrong-Pass-1').expect(401)).body).toMatchObject({
      code: 'invalid_credentials',
    });
    await change(member._id, { disabled: true, reason: 'Again' }).expect(200);
    await change(member._id, { disabled: false, reason: 'Cleared' }).expect(200);
    await people.signIn(member.email).expect(200);
    expect(
      (await auditOf(member._id))
        .map((r) => r.action)
        .filter((a) => a.startsWith('account-') && a.endsWith('abled')),
    ).toEqual(['account-disabled', 'account-enabled']);
    expect(await people.events('identity.account-disabled', member._id)).toHaveLength(1);
  });

  it('leaves no token behind if the person signs in at the same moment', async () => {
    const people = accountRequestsOf(run);
    for (let round = 0; round < 10; round++) {
      const member = await people.member();
      const [answer] = await Promise.all([
        people.signIn(member.email).then((a) => a),
        new Promise((resolve) => setTimeout(resolve, 5 * round)).then(() =>
          change(member._id, { disabled: true, reason: 'x' }).expect(200),
        ),
      ]);
      expect([200, 403]).toContain(answer.status);
      expect(
        await run.source.query('SELECT 1 FROM identity.token WHERE account_id = $1', [member._id]),
      ).toEqual([]);
    }
  });

  it(
    'disconnects its open tabs immediately',
    async () => {
      const workers = await startTestWorkers(run);
      const person = await makePerson(run.source);
      const tab = await openTestSocket(run.url, person.token);
      try {
        await tab.watch('me');
        await change(person._id, { disabled: true, reason: 'x' }).expect(200);
        // The socket closes by the event or by the server's own check of its tokens, whichever
        // comes first.
        await eventually(
          () => tab.socket.connected,
          (connected) => !connected,
        );
        expect(tab.messages.map((m) => m.name)).toContain('signed_out');
      } finally {
        tab.close();
        await workers.close();
      }
    },
    startTimeoutMs,
  );

  it('ends a sign-in that waits for its second factor', async () => {
    const person = await makePerson(run.source);
    await run.source.query(
      `INSERT INTO identity.second_factor_challenge (id, token_hash, account_id, method, remembered, expires_at)
       VALUES (gen_random_uuid(), '\\x01', $1, 'password', false, now() + interval '5 minutes')`,
      [person._id],
    );
    await change(person._id, { disabled: true, reason: 'x' }).expect(200);
    expect(
      await run.source.query(
        'SELECT 1 FROM identity.second_factor_challenge WHERE account_id = $1',
        [person._id],
      ),
    ).toEqual([]);
  });
});

it(
  'Disabling a researcher pauses their sessions; enabling does not resume them',
  async () => {
    const [theirs, another] = [await recruit(run), await recruit(run)];
    const workers = await startTestWorkers(run);
    const states = async () =>
      Promise.all(
        [theirs, another].map(
          async ({ session_id }) =>
            (
              await run.source.query<{ state: string }[]>(
                `SELECT state FROM research.session WHERE id = $1`,
                [session_id],
              )
            )[0]?.state,
        ),
      );
    try {
      await change(theirs.researcher._id, {
        disabled: true,
        reason: 'Asked for telephone numbers',
      }).expect(200);
      await eventually(states, ([one, other]) => one === 'paused' && other === 'active');
      await run.http().get(`/api/users/public/${theirs.researcher._id}/`).expect(404);
      await change(theirs.researcher._id, { disabled: false, reason: 'Cleared up' }).expect(200);
      expect(await states()).toEqual(['paused', 'active']);
    } finally {
      await workers.close();
    }
  },
  startTimeoutMs,
);
