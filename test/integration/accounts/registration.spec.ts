/** @lane quick */
import { Secrets } from '../../../server/platform/security/secrets';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { createInvitationFor } from '../../../server/researchers/invitations/create-invitation.command';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import {
  countRows,
  freshEmail,
  password,
  accountRequestsOf,
  registrationBody,
  sortedStatuses,
} from './account-requests';
import { bodyOf } from '../../support/app/body-of';

let running: RunningApp;
let people: ReturnType<typeof accountRequestsOf>;
beforeAll(async () => {
  running = await sharedApp();
  people = accountRequestsOf(running);
});
afterAll(() => running.close());

const invitation = (maxUses: number | null = null) =>
  running.app.get(UnitOfWork).run((tx) =>
    createInvitationFor(tx, running.app.get(Secrets), {
      createdBy: null,
      maxUses,
      expiresAt: null,
    }),
  );
const post = (body: object) => running.http().post('/api/users/').send(body);

describe('Registration of an account', () => {
  it('returns 201 with a NEW user, and requests the verification mail in the same transaction', async () => {
    const email = freshEmail();
    const answer = await post(
      registrationBody(`  ${email.toUpperCase()} `, { language: 'de' }),
    ).expect(201);
    expect(answer.body).toMatchObject({
      email,
      first_name: 'Ada',
      last_name: 'Lovelace',
      status: 'NEW',
      role: null,
      is_researcher: false,
      organization: null,
      researcher_privilege: null,
      language: 'de',
      deletion_at: null,
      identities: [],
    });
    const id = (answer.body as { _id: string })._id;
    expect(await people.events('identity.verification-requested', id)).toEqual([
      { data: { account_id: id }, request_id: answer.headers['x-request-id'] },
    ]);
  });

  it('stores neither the password nor the key in plain form', async () => {
    const user = await people.register();
    const key = await people.keyOf(user._id);
    const everything: { row: string }[] = await running.source.query(
      `SELECT a::text || v::text || o::text AS row FROM identity.account a
       JOIN identity.verification v ON v.account_id = a.id
       JOIN platform.outbox o ON o.data ->> 'account_id' = a.id::text WHERE a.id = $1`,
      [user._id],
    );
    expect(everything).toHaveLength(1);
    expect(everything[0]?.row).toContain('$argon2id$');
    expect(everything[0]?.row).not.toContain(password);
    expect(everything[0]?.row).not.toContain(key);
  });

  it('uses the language of the request if none is given', async () => {
    const answer = await post(registrationBody(freshEmail()))
      .set('Accept-Language', 'pt-BR,pt;q=0.8')
      .expect(201);
    expect(answer.body).toMatchObject({ language: 'pt-BR' });
  });

  it('stores SQL, HTML and emoji in a name exactly as typed', async () => {
    const first_name = `Robert'); DROP TABLE identity.account;-- <script>alert(1)</script> 👩‍🔬`;
    const body = await bodyOf(post(registrationBody(freshEmail(), { first_name })).expect(201));
    expect(body).toMatchObject({ first_name });
    expect(
      await countRows(running.source, 'identity.account WHERE first_name = $1', [first_name]),
    ).toBe(1);
  });

  it.each([
    ['an empty body', {}, 'email', 'required'],
    ['a bad address', registrationBody('not an address'), 'email', 'invalid_email'],
    [
      'an unknown field',
      registrationBody('x@uni.test', { role: 'ADMINISTRATOR' }),
      'role',
      'unknown_field',
    ],
    ['a wrong type', registrationBody('x@uni.test', { first_name: 7 }), 'first_name', 'wrong_type'],
    [
      'an empty name',
      registrationBody('x@uni.test', { first_name: '  ' }),
      'first_name',
      'required',
    ],
    [
      'NUL in a name',
      registrationBody('x@uni.test', { last_name: 'a\u0000b' }),
      'last_name',
      'invalid_text',
    ],
    [
      'a long name',
      registrationBody('x@uni.test', { last_name: 'a'.repeat(101) }),
      'last_name',
      'too_long',
    ],
    [
      'a short password',
      registrationBody('x@uni.test', { password: 'Aa1!', password_confirmation: 'Aa1!' }),
      'password',
      'too_short',
    ],
    [
      'a password without upper case',
      registrationBody('x@uni.test', {
        password: 'correct-horse-1',
        password_confirmation: 'correct-horse-1',
      }),
      'password',
      'password_upper',
    ],
    [
      'a password without lower case',
      registrationBody('x@uni.test', {
        password: 'CORRECT-HORSE-1',
        password_confirmation: 'CORRECT-HORSE-1',
      }),
      'password',
      'password_lower',
    ],
    [
      'a password without a digit',
      registrationBody('x@uni.test', {
        password: 'Correct-Horse',
        password_confirmation: 'Correct-Horse',
      }),
      'password',
      'password_digit',
    ],
    [
      'a password without punctuation',
      registrationBody('x@uni.test', {
        password: 'CorrectHorse1',
        password_confirmation: 'CorrectHorse1',
      }),
      'password',
      'password_punctuation',
    ],
    [
      'two different passwords',
      registrationBody('x@uni.test', { password_confirmation: 'Correct-Horse-2' }),
      'password_confirmation',
      'password_mismatch',
    ],
    [
      'a participant with an invitation code',
      registrationBody('x@uni.test', { invitation_code: 'ABCD' }),
      'invitation_code',
      'not_allowed',
    ],
    [
      'a researcher without one',
      registrationBody('x@uni.test', { is_researcher: true }),
      'invitation_code',
      'required',
    ],
    [
      'an unknown language',
      registrationBody('x@uni.test', { language: 'tlh' }),
      'language',
      'not_one_of',
    ],
  ])('refuses %s', async (_, body, path, code) => {
    const answer = await post(body).expect(400);
    expect(answer.body).toMatchObject({ status: 400, code: 'validation_failed' });
    expect((answer.body as { fields: { path: string; code: string }[] }).fields).toContainEqual(
      expect.objectContaining({ path, code }),
    );
  });

  it('refuses broken JSON, a body that is not an object, and a different media type', async () => {
    await running
      .http()
      .post('/api/users/')
      .set('Content-Type', 'application/json')
      .send('{"email":')
      .expect(400);
    await running
      .http()
      .post('/api/users/')
      .set('Content-Type', 'application/json')
      .send('"text"')
      .expect(400);
    await running
      .http()
      .post('/api/users/')
      .set('Content-Type', 'text/xml')
      .send('<a/>')
      .expect(415);
  });
});

describe('An invitation code', () => {
  it('is required for researchers; each registration with a new address uses it once', async () => {
    const { code } = await invitation(1);
    const user = await people.register(freshEmail(), {
      is_researcher: true,
      invitation_code: code,
    });
    expect(user).toMatchObject({ is_researcher: true, researcher_privilege: null });
    await post(
      registrationBody(freshEmail(), { is_researcher: true, invitation_code: code }),
    ).expect(400);
  });

  it.each(['WRONG-CODE', `'; DELETE FROM identity.invitation;--`])(
    'is refused when it is %s, and no account is created',
    async (invitation_code) => {
      const email = freshEmail();
      const answer = await post(
        registrationBody(email, { is_researcher: true, invitation_code }),
      ).expect(400);
      expect(answer.body).toMatchObject({ code: 'invalid_invitation' });
      expect(await countRows(running.source, 'identity.account WHERE email = $1', [email])).toBe(0);
    },
  );

  it('with one use left is accepted once when ten people use it at the same time', async () => {
    const { code } = await invitation(1);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        post(registrationBody(freshEmail(), { is_researcher: true, invitation_code: code })),
      ),
    );
    expect(sortedStatuses(answers)).toEqual([201, ...Array.from({ length: 9 }, () => 400)]);
  });

  it('is checked but not used up by a known address', async () => {
    const owner = await people.member();
    const { code, _id } = await invitation(1);
    await post(
      registrationBody(owner.email, { is_researcher: true, invitation_code: code }),
    ).expect(201);
    await post(
      registrationBody(owner.email, { is_researcher: true, invitation_code: 'WRONG' }),
    ).expect(400);
    expect(
      await countRows(running.source, 'identity.invitation WHERE id = $1 AND uses = 0', [_id]),
    ).toBe(1);
  });
});
