import { randomBytes, randomUUID } from 'node:crypto';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { Secrets } from '../../../server/platform/security/secrets';
import { createInvitationFor } from '../../../server/researchers/invitations/create-invitation.command';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { bodyOf } from '../../support/app/body-of';
import {
  makeAdministrator,
  makePeople,
  makePerson,
  makeResearcher,
} from '../../support/people/people';
import { freshEmail, accountRequestsOf, registrationBody } from '../accounts/account-requests';
import { freshOrcid } from '../authentication/oidc/oidc-people';
import { invalidFieldsOf } from './failures';

let run: RunningApp;
let people: ReturnType<typeof accountRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  people = accountRequestsOf(run);
});
afterAll(() => run.close());

const unknownId = '018f0000-0000-7000-8000-000000000001';
const register = (more: object = {}) =>
  run.http().post('/api/users/').send(registrationBody(freshEmail(), more));

describe('POST /api/users/', () => {
  it('answers 201 with the user, whose status is NEW until the address is verified', async () => {
    const body = await bodyOf(register({ language: 'de' }).expect(201));
    expect(body).toMatchObject({
      status: 'NEW',
      role: null,
      is_researcher: false,
      researcher_privilege: null,
      language: 'de',
      organization: null,
      deletion_at: null,
      identities: [],
    });
    expect(JSON.stringify(body)).not.toMatch(/password|argon/);
  });

  it('answers 201 to a researcher with an invitation, and 400 without one or with a used one', async () => {
    const { code } = (await run.app.get(UnitOfWork).run((tx) =>
      createInvitationFor(tx, run.app.get(Secrets), {
        createdBy: null,
        maxUses: 1,
        expiresAt: null,
      }),
    )) as { code: string };
    expect(
      (await register({ is_researcher: true, invitation_code: code }).expect(201)).body,
    ).toMatchObject({ is_researcher: true });
    expect(
      (await register({ is_researcher: true, invitation_code: code }).expect(400)).body,
    ).toMatchObject({ code: 'invalid_invitation' });
    expect(invalidFieldsOf((await register({ is_researcher: true }).expect(400)).body)).toEqual([
      'invitation_code required',
    ]);
    expect(invalidFieldsOf((await register({ invitation_code: code }).expect(400)).body)).toEqual([
      'invitation_code not_allowed',
    ]);
  });

  it('answers 201 also for a known address, with an _id that is stored nowhere', async () => {
    const { email, _id } = await people.member();
    const body = await bodyOf(
      run.http().post('/api/users/').send(registrationBody(email)).expect(201),
    );
    expect((body as { _id: string })._id).not.toBe(_id);
    expect(
      await run.source.query('SELECT 1 FROM identity.account WHERE id = $1', [
        (body as { _id: string })._id,
      ]),
    ).toEqual([]);
  });

  it.each([
    [
      { password: 'short-A1', password_confirmation: 'other-A1' },
      ['password_confirmation password_mismatch'],
    ],
    [
      { password: 'lower-case-1', password_confirmation: 'lower-case-1' },
      ['password password_upper'],
    ],
    [
      { password: 'UPPER-CASE-1', password_confirmation: 'UPPER-CASE-1' },
      ['password password_lower'],
    ],
    [
      { password: 'No-Digit-Here', password_confirmation: 'No-Digit-Here' },
      ['password password_digit'],
    ],
    [
      { password: 'NoPunctuation1', password_confirmation: 'NoPunctuation1' },
      ['password password_punctuation'],
    ],
    [{ password: 'Ab-1', password_confirmation: 'Ab-1' }, ['password too_short']],
    [{ email: 'no address' }, ['email invalid_email']],
    [{ first_name: ' ' }, ['first_name required']],
    [{ role: 'ADMINISTRATOR' }, ['role unknown_field']],
  ])('answers 400 for %j', async (more, expected) => {
    expect(invalidFieldsOf((await register(more).expect(400)).body)).toEqual(expected);
  });
});

describe('GET /api/users/{id}/', () => {
  it('answers 200 for oneself and to administrators, 404 for other and unknown accounts, 401 without sign-in', async () => {
    const [one, other, administrator] = [
      await makePerson(run.source),
      await makeResearcher(run.source),
      await makeAdministrator(run.source),
    ];
    const read = (id: string, headers: object = {}) =>
      run
        .http()
        .get(`/api/users/${id}/`)
        .set(headers as Record<string, string>);
    for (const who of [one, administrator])
      expect((await read(one._id, who.headers).expect(200)).body).toMatchObject({
        _id: one._id,
        email: one.email,
      });
    expect((await read(one._id, other.headers).expect(404)).body).toMatchObject({
      code: 'not_found',
    });
    for (const id of [unknownId, 'me', '%00', "1'--"])
      await read(id, administrator.headers).expect(404);
    await read(one._id).expect(401);
  });
});

describe('GET /api/users/public/{id}/', () => {
  it('answers 200 to any caller with the public profile of a researcher, and 404 for participants', async () => {
    const researcher = await makeResearcher(run.source);
    const orcid = freshOrcid();
    const body = await bodyOf(run.http().get(`/api/users/public/${researcher._id}/`).expect(200));
    expect(body).toEqual({
      _id: researcher._id,
      first_name: 'Ada',
      last_name: 'Lovelace',
      organization: 'University of Somewhere',
      verified: true,
      orcid: null,
    });
    await run.source.query(
      `INSERT INTO identity.identity (id, account_id, provider, issuer, subject)
       VALUES ($1, $2, 'orcid', 'https://orcid.org', $3)`,
      [randomUUID(), researcher._id, orcid],
    );
    expect(
      (await run.http().get(`/api/users/public/${researcher._id}/`).expect(200)).body,
    ).toMatchObject({ orcid });
    await run
      .http()
      .get(`/api/users/public/${(await makePerson(run.source))._id}/`)
      .expect(404);
    await run.http().get(`/api/users/public/${unknownId}/`).expect(404);
  });
});

describe('GET /api/users/', () => {
  it('searches by text, in pages: researchers find other researchers, administrators all people; 403 and 401 to others', async () => {
    // The search forgives typing errors. So this name must not resemble another name in the shared
    // database.
    const last_name = `Found${randomBytes(10).toString('hex')}`;
    const [one, two] = await makePeople(run.source, 2, { last_name, is_researcher: true });
    const participant = await makePerson(run.source, { last_name });
    const ids = async (headers: Record<string, string>, query = '') =>
      (
        (await run.http().get(`/api/users/?text=${last_name}${query}`).set(headers).expect(200))
          .body as { items: { _id: string }[] }
      ).items
        .map((u) => u._id)
        .sort();
    expect(await ids(one?.headers ?? {})).toEqual([two?._id]);
    expect(await ids((await makeAdministrator(run.source)).headers)).toEqual(
      [one?._id, two?._id, participant._id].sort(),
    );
    expect(
      (
        await run
          .http()
          .get(`/api/users/?text=${last_name}&limit=1`)
          .set((await makeResearcher(run.source)).headers)
          .expect(200)
      ).body,
    ).toMatchObject({ next_cursor: expect.any(String) });
    expect(
      (await run.http().get('/api/users/').set(participant.headers).expect(403)).body,
    ).toMatchObject({ code: 'forbidden' });
    await run.http().get('/api/users/').expect(401);
    for (const query of ['limit=0', 'limit=x', 'cursor=x', 'text=%00', 'text=a&text=b'])
      await run
        .http()
        .get(`/api/users/?${query}`)
        .set(one?.headers ?? {})
        .expect(400);
  });
});
