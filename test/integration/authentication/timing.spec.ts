/** @lane slow: compares distributions of times */
import { ofThisServer, Passwords } from '../../../server/authentication/password/passwords';
import { timeOrderedId } from '../../../server/platform/db/ids';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { startApp, TestClock, type RunningApp } from '../../support/app/app';
import { compareTimings, compareTimingsTwice, rankSum } from '../../support/chance/distributions';
import { freshEmail, accountRequestsOf, registrationBody } from '../accounts/account-requests';
import { samlRequestsOf } from './saml/saml-people';

const times = 60;
/**
 * Time limit: hundreds of sign-ins follow each other, each with a password hash that is slow on
 * purpose.
 */
const patience = 400_000;

let running: RunningApp;
let people: ReturnType<typeof accountRequestsOf>;
let known: { _id: string; email: string };
beforeAll(async () => {
  // The tests need their own application: nothing else runs while the times are measured.
  running = await startApp({ clock: new TestClock() });
  people = accountRequestsOf(running);
  known = await people.member();
});
afterAll(() => running.close());

describe('The response time does not reveal whether an address has an account', () => {
  it(
    'at a sign-in',
    async () => {
      expect(
        await compareTimingsTwice(
          times,
          () => people.signIn(known.email, 'Wrong-Pass-1').expect(401),
          () => people.signIn(freshEmail(), 'Wrong-Pass-1').expect(401),
        ),
      ).toMatchObject({ tells: false });
    },
    patience,
  );

  it(
    'at a registration',
    async () => {
      const register = (email: string) =>
        running.http().post('/api/users/').send(registrationBody(email)).expect(201);
      expect(
        await compareTimingsTwice(
          times,
          () => register(known.email),
          () => register(freshEmail()),
        ),
      ).toMatchObject({ tells: false });
    },
    patience,
  );

  it(
    'at a request for a reset code',
    async () => {
      const ask = (email: string) =>
        running.http().post('/api/users/password/').send({ email }).expect(202);
      expect(
        await compareTimingsTwice(
          times,
          () => ask(known.email),
          () => ask(freshEmail()),
        ),
      ).toMatchObject({ tells: false });
    },
    patience,
  );

  it(
    'at a wrong reset code',
    async () => {
      const reset = (email: string) =>
        running
          .http()
          .put('/api/users/password/')
          .send({
            email,
            code: 'WRONGWRO',
            password: 'Another-Horse-2',
            password_confirmation: 'Another-Horse-2',
          })
          .expect(400);
      const ask = () =>
        running.http().post('/api/users/password/').send({ email: known.email }).expect(202);
      await ask();
      // Allows more than five tries. After the fifth try, the code of the known address would be
      // invalid, and the test would no longer compare known with unknown addresses.
      await running.source.query(
        `UPDATE identity.password_reset SET tries = -1000 WHERE account_id = $1`,
        [known._id],
      );
      expect(
        await compareTimingsTwice(
          times,
          () => reset(known.email),
          () => reset(freshEmail()),
        ),
      ).toMatchObject({ tells: false });
    },
    patience,
  );

  it(
    'at the look-up of an organization',
    async () => {
      const saml = await samlRequestsOf(running);
      const { domain } = await saml.connect();
      await running.source.query(`UPDATE identity.account SET email = $2 WHERE id = $1`, [
        known._id,
        `known@${domain}`,
      ]);
      let last = 0;
      expect(
        await compareTimingsTwice(
          times,
          () => saml.redirectUrl(`known@${domain}`),
          () => saml.redirectUrl(`unknown-${++last}@${domain}`),
        ),
      ).toMatchObject({ tells: false });
      await running.source.query(`UPDATE identity.account SET email = $2 WHERE id = $1`, [
        known._id,
        known.email,
      ]);
    },
    patience,
  );
});

describe('The comparison of times detects', () => {
  const accountOf = async (email: string) =>
    (
      await running.source.query<{ id: string; password_hash: string }[]>(
        `SELECT id, password_hash FROM identity.account WHERE email = $1`,
        [email],
      )
    )[0];

  it(
    'a sign-in that compares no password for an unknown account',
    async () => {
      const careless = async (email: string) => {
        const account = await accountOf(email);
        if (account)
          await running.app
            .get(Passwords, { strict: false })
            .inTurn(ofThisServer, (matches) => matches(account.password_hash, 'Wrong-Pass-1'));
      };
      expect(
        await compareTimings(
          times,
          () => careless(known.email),
          () => careless(freshEmail()),
        ),
      ).toMatchObject({ tells: true });
    },
    patience,
  );

  it(
    'a reset that responds as soon as it is done',
    async () => {
      const work = running.app.get(UnitOfWork, { strict: false });
      const careless = async (email: string) => {
        const account = await accountOf(email);
        if (!account) return;
        await work.run(async (tx) => {
          await tx.query(`SELECT id FROM identity.account WHERE id = $1 FOR NO KEY UPDATE`, [
            account.id,
          ]);
          await tx.query(
            `INSERT INTO identity.password_reset (id, account_id, code_hash, expires_at) VALUES ($1, $2, '\\x00', now())`,
            [timeOrderedId(), account.id],
          );
        });
      };
      // A reset takes only milliseconds, so the difference between the two addresses shows only
      // over many repetitions.
      expect(
        await compareTimings(
          6 * times,
          () => careless(known.email),
          () => careless(freshEmail()),
        ),
      ).toMatchObject({ tells: true });
    },
    patience,
  );

  it('a difference between two separate samples, and none between two mixed ones', () => {
    const up = (from: number) => Array.from({ length: 60 }, (_, i) => from + i);
    expect(rankSum(up(0), up(60))).toBeCloseTo(-9.45, 2);
    expect(rankSum(up(60), up(0))).toBeCloseTo(9.45, 2);
    expect(rankSum(up(0), up(0))).toBeCloseTo(0, 10);
    expect(rankSum([1, 1, 1], [1, 1, 1])).toBe(0);
  });
});
