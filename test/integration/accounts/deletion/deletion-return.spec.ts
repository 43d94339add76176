import { randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { SignInMethod } from '../../../../contracts/authentication/sign-ins';
import {
  completeSignIn,
  issueToken,
  requireIssuedToken,
} from '../../../../server/authentication/complete-sign-in';
import { PurgeAccount } from '../../../../server/processes/purge-account.command';
import { externalSignInSteps } from '../../../../server/processes/registration/external-sign-in-steps';
import {
  resolveExternalIdentity,
  type VerifiedPerson,
} from '../../../../server/authentication/resolve-external-identity';
import { days } from '../../../../server/platform/concurrency/clock';
import { DomainError } from '../../../../server/platform/errors/errors';
import { Secrets } from '../../../../server/platform/security/secrets';
import { UnitOfWork } from '../../../../server/platform/db/unit-of-work';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { makePerson } from '../../../support/people/people';
import { bearer, countRows, accountRequestsOf } from '../account-requests';

let run: RunningApp;
let people: ReturnType<typeof accountRequestsOf>;
let work: UnitOfWork;
let secrets: Secrets;
beforeAll(async () => {
  run = await sharedApp();
  people = accountRequestsOf(run);
  work = run.app.get(UnitOfWork);
  secrets = run.app.get(Secrets);
});
afterAll(() => run.close());

const way = { remembered: false, device: null };
const markFor = (id: string, at: Date) =>
  run.source.query(
    `UPDATE identity.account SET deletion_at = $2, deletion_reminded_at = $2 WHERE id = $1`,
    [id, at],
  );
const inAMonth = () => new Date(run.clock.now().getTime() + days(30));
const marks = async (id: string) =>
  (
    await run.source.query<object[]>(
      `SELECT deletion_at, deletion_reminded_at FROM identity.account WHERE id = $1`,
      [id],
    )
  )[0];
const unmarked = { deletion_at: null, deletion_reminded_at: null };
const personOf = (subject: string, email: string): VerifiedPerson => ({
  provider: 'google',
  issuer: 'https://accounts.google.com',
  subject,
  email,
  email_verified: true,
  first_name: 'Ada',
  last_name: 'Lovelace',
});
const recognise = (person: VerifiedPerson) =>
  work.run((tx) =>
    resolveExternalIdentity(
      tx,
      { secrets, steps: externalSignInSteps(secrets), mayMail: true },
      person,
      { is_researcher: false, invitation_code: null, language: 'en' },
      way,
      run.clock.now(),
    ),
  );
const link = (id: string, { issuer, subject, provider }: VerifiedPerson) =>
  run.source.query(
    `INSERT INTO identity.identity (id, account_id, provider, issuer, subject) VALUES ($1, $2, $3, $4, $5)`,
    [randomUUID(), id, provider, issuer, subject],
  );

describe('Signing in within thirty days cancels the deletion of an account', () => {
  it.each(SignInMethod.options)('by %s', async (method) => {
    const person = await makePerson(run.source);
    await markFor(person._id, inAMonth());
    const { token } = requireIssuedToken(
      await work.run((tx) =>
        completeSignIn(
          tx,
          secrets,
          { id: person._id, disabled_at: null },
          { ...way, method },
          run.clock.now(),
        ),
      ),
    );
    expect(await marks(person._id)).toEqual(unmarked);
    expect(await people.events('identity.deletion-cancelled', person._id)).toHaveLength(1);
    expect(
      await countRows(
        run.source,
        `platform.audit WHERE action = 'deletion-cancelled' AND subject_id = $1`,
        [person._id],
      ),
    ).toBe(1);
    expect(
      (await run.http().get('/api/users/profile/').set(bearer(token)).expect(200)).body,
    ).toMatchObject({ _id: person._id, deletion_at: null });
  });

  it('by a linked identity, which gives the person a token', async () => {
    const person = await makePerson(run.source);
    const proven = personOf(`subject-${person._id}`, person.email);
    await link(person._id, proven);
    await markFor(person._id, inAMonth());
    expect(await recognise(proven)).toMatchObject({
      kind: 'entered',
      entered: { account_id: person._id },
    });
    expect(await marks(person._id)).toEqual(unmarked);
  });

  it('with a second factor, only after the second factor is proved too', async () => {
    const person = await makePerson(run.source);
    await run.source.query(
      `INSERT INTO identity.totp (account_id, secret, confirmed_at) VALUES ($1, $2, now())`,
      [person._id, Buffer.from('x')],
    );
    await markFor(person._id, inAMonth());
    const entered = await work.run((tx) =>
      completeSignIn(
        tx,
        secrets,
        { id: person._id, disabled_at: null },
        { ...way, method: 'password' },
        run.clock.now(),
      ),
    );
    expect(() => requireIssuedToken(entered)).toThrow(DomainError);
    expect(await marks(person._id)).not.toEqual(unmarked);
    await work.run((tx) =>
      issueToken(
        tx,
        secrets,
        person._id,
        { ...way, method: 'password', second_factor: true },
        run.clock.now(),
      ),
    );
    expect(await marks(person._id)).toEqual(unmarked);
  });

  it('not by an open page or a password reset: the date of the deletion stays', async () => {
    const member = await people.member();
    await run.http().delete('/api/users/profile/').set(bearer(member.token)).expect(202);
    const before = await marks(member._id);
    await run.http().get('/api/users/profile/').set(bearer(member.token)).expect(200);
    await run.http().post('/api/users/password/').send({ email: member.email }).expect(202);
    await run
      .http()
      .put('/api/users/password/')
      .send({
        email: member.email,
        code: await people.codeOf(member._id),
        password: 'Another-Horse-3',
        password_confirmation: 'Another-Horse-3',
      })
      .expect(204);
    expect(await marks(member._id)).toEqual(before);
    await people.signIn(member.email, 'Another-Horse-3').expect(200);
    expect(await marks(member._id)).toEqual(unmarked);
  });
});

describe('A sign-in by a linked identity and the erasure at the same moment', () => {
  it('leave either the old account with token and identity, or a new account after the erasure', async () => {
    const outcomes = { restored: 0, purged: 0 };
    for (let round = 0; round < 32; round++) {
      const person = await makePerson(run.source);
      const proven = personOf(`race-${person._id}`, person.email);
      await link(person._id, proven);
      await markFor(person._id, run.clock.now());
      const signIn = () => recognise(proven);
      const purge = () => run.app.get(CommandBus).execute(new PurgeAccount(person._id));
      // The rounds come in groups of four. In the first round of a group, the sign-in ends before
      // the erasure begins. In the second round, the erasure ends before the sign-in begins. In the
      // other two rounds, the sign-in and the erasure overlap.
      const first = round % 4 === 0 ? await signIn() : undefined;
      const eraser = purge();
      if (round % 4 === 1) await eraser;
      const [recognised, erased] = await Promise.all([first ?? signIn(), eraser]);
      if (recognised.kind !== 'entered') throw new Error(recognised.kind);
      const { account_id } = recognised.entered;
      outcomes[erased ? 'purged' : 'restored']++;
      // The person signed in to an existing account, which has the provider's identity. This is the
      // old account, unless the old account was erased.
      expect(account_id === person._id).toBe(!erased);
      expect(
        await countRows(run.source, 'identity.account WHERE id = $1 AND deletion_at IS NULL', [
          account_id,
        ]),
      ).toBe(1);
      expect(await countRows(run.source, 'identity.account WHERE id = $1', [person._id])).toBe(
        erased ? 0 : 1,
      );
      expect(
        await countRows(
          run.source,
          'identity.identity WHERE issuer = $1 AND subject = $2 AND account_id = $3',
          [proven.issuer, proven.subject, account_id],
        ),
      ).toBe(1);
      expect(
        await countRows(run.source, 'identity.token WHERE account_id = $1', [account_id]),
      ).toBeGreaterThan(0);
    }
    expect(outcomes.restored + outcomes.purged).toBe(32);
    expect(Math.min(outcomes.restored, outcomes.purged)).toBeGreaterThan(0);
  });
});
