import { days, minutes } from '../../../server/platform/concurrency/clock';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { bodyOf } from '../../support/app/body-of';
import {
  addToken,
  makeAdministrator,
  makePerson,
  makeResearcher,
  type TestPerson,
} from '../../support/people/people';
import { recruit } from '../../support/people/recruiting';
import { accountRequestsOf } from '../accounts/account-requests';
import { apiTokenRequestsOf } from './tokens';

let run: RunningApp;
let tokens: ReturnType<typeof apiTokenRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  tokens = apiTokenRequestsOf(run);
});
afterEach(() => run.clock.reset());
afterAll(() => run.close());

const works = async (token: string) => (await tokens.call(token, '/api/sessions/')).status;
const count = async ({ _id }: TestPerson) =>
  (
    await run.source.query<object[]>(`SELECT id FROM identity.api_token WHERE account_id = $1`, [
      _id,
    ])
  ).length;
const administered = async (id: string, body: object) => {
  const administrator = await makeAdministrator(run.source);
  await run
    .http()
    .put(`/api/users/${id}/`)
    .set(administrator.headers)
    .send({ reason: 'Asked for', ...body })
    .expect(200);
};
/** Signs the person in from a second browser. */
const otherBrowser = async ({ _id }: TestPerson) => {
  return { authorization: `Bearer ${await addToken(run.source, _id)}` };
};

describe('An API token can be created', () => {
  it('only shortly after a sign-in', async () => {
    const researcher = await makeResearcher(run.source);
    run.clock.advance(minutes(14));
    expect((await tokens.ask(researcher)).status).toBe(201);
    run.clock.advance(minutes(2));
    const { code } = await bodyOf<{ code: string }>(tokens.ask(researcher).expect(403));
    expect(code).toBe('recent_sign_in_required');
  });

  it('only by researchers with a verified address, and not with an API token', async () => {
    const refused = async (person: TestPerson) =>
      ((await tokens.ask(person)).body as { code: string }).code;
    expect(await refused(await makePerson(run.source))).toBe('forbidden');
    expect(await refused(await makeResearcher(run.source, { status: 'NEW' }))).toBe(
      'email_not_verified',
    );
    const { token } = await tokens.make(await makeResearcher(run.source), {
      scopes: ['read', 'manage', 'export'],
    });
    const further = await tokens.call(token, '/api/api-tokens/', 'post', {
      name: 'Another one',
      scopes: ['read'],
      days: 365,
    });
    expect(further.code).toBe('token_not_accepted');
  });

  it.each([
    ['no scope', { scopes: [] }],
    ['an unknown scope', { scopes: ['admin'] }],
    ['no end', { days: null }],
    ['another end', { days: 36_500 }],
    ['no name', { name: '  ' }],
    ['no study, instead of all', { study_ids: [] }],
  ])('not with %s', async (_, body) => {
    const answer = await tokens.ask(await makeResearcher(run.source), body);
    expect(answer.status).toBe(400);
  });

  it('at most twenty times, also by thirty concurrent requests', async () => {
    const researcher = await makeResearcher(run.source);
    const answers = await Promise.all(Array.from({ length: 30 }, () => tokens.ask(researcher)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(await count(researcher)).toBe(20);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(({ body }) => (body as { code: string }).code))).toEqual(
      new Set(['too_many_api_tokens']),
    );
  });
});

describe('An API token ends', () => {
  it.each([30, 90, 365])('after exactly %d days', async (good) => {
    const researcher = await makeResearcher(run.source);
    const { token } = await tokens.make(researcher, { days: good });
    run.clock.advance(days(good) - minutes(1));
    expect(await works(token)).toBe(200);
    run.clock.advance(minutes(2));
    expect(await works(token)).toBe(401);
    run.clock.reset();
    expect(await tokens.list(researcher)).toHaveLength(1);
  });

  it('when the password changes', async () => {
    const people = accountRequestsOf(run);
    const member = await people.member();
    await run.source.query(
      `UPDATE identity.account SET is_researcher = true, researcher_privilege = true, organization = 'X'
       WHERE id = $1`,
      [member._id],
    );
    const { token } = await tokens.make({
      ...member,
      headers: { authorization: `Bearer ${member.token}` },
    });
    expect(await works(token)).toBe(200);
    await run.http().post('/api/users/password/').send({ email: member.email }).expect(202);
    const password = 'Another-Horse-2';
    await run
      .http()
      .put('/api/users/password/')
      .send({
        email: member.email,
        code: await people.codeOf(member._id),
        password,
        password_confirmation: password,
      })
      .expect(204);
    expect(await works(token)).toBe(401);
  });

  it('when its researcher signs out everywhere else', async () => {
    const researcher = await makeResearcher(run.source);
    const { token } = await tokens.make(researcher);
    await run.http().delete('/api/sign-ins/').set(researcher.headers).expect(200);
    expect(await works(token)).toBe(401);
    expect(await count(researcher)).toBe(0);
  });

  it('when the account is disabled, and does not work when it is enabled later', async () => {
    const researcher = await makeResearcher(run.source);
    const { token } = await tokens.make(researcher);
    await administered(researcher._id, { disabled: true });
    expect(await works(token)).toBe(401);
    await administered(researcher._id, { disabled: false });
    expect(await works(token)).toBe(401);
  });

  it('when the deletion of the account is requested', async () => {
    const researcher = await makeResearcher(run.source);
    const { token } = await tokens.make(researcher);
    const administrator = await makeAdministrator(run.source);
    await run
      .http()
      .delete(`/api/users/${researcher._id}/`)
      .set(administrator.headers)
      .send({ reason: 'Asked for' })
      .expect(202);
    expect(await works(token)).toBe(401);
  });

  it('never because a single other browser is signed out', async () => {
    const researcher = await makeResearcher(run.source);
    const { token } = await tokens.make(researcher);
    const other = await otherBrowser(researcher);
    const { items } = await bodyOf<{ items: { _id: string; current: boolean }[] }>(
      run.http().get('/api/sign-ins/').set(other).expect(200),
    );
    const mine = items.find(({ current }) => current);
    await run
      .http()
      .delete(`/api/sign-ins/${mine?._id ?? ''}/`)
      .set(researcher.headers)
      .expect(204);
    expect(await works(token)).toBe(200);
  });

  it('even if a concurrent sign-out ends the sign-in that creates it', async () => {
    for (let round = 0; round < 10; round++) {
      const researcher = await makeResearcher(run.source);
      const other = await otherBrowser(researcher);
      const [made, ended] = await Promise.all([
        tokens.ask(researcher),
        run.http().delete('/api/sign-ins/').set(other),
      ]);
      expect(ended.status).toBe(200);
      expect([201, 401, 404]).toContain(made.status);
      expect(await count(researcher)).toBe(0);
    }
  });
});

describe('The rights of an API token shrink with those of its researcher', () => {
  it('so that a token reveals no names once the approval is withdrawn', async () => {
    const { researcher, session_id, consent } = await recruit(run, {
      privacy_level: 'roster_on_start',
    });
    const participant = await makePerson(run.source, { first_name: 'Mary' });
    const { _id } = await bodyOf<{ _id: string }>(
      run
        .http()
        .post(`/api/sessions/${session_id}/participations/`)
        .set(participant.headers)
        .send({ consent })
        .expect(201),
    );
    await run
      .http()
      .put(`/api/participations/${_id}/`)
      .set(participant.headers)
      .send({ action: 'start' })
      .expect(200);
    const { token } = await tokens.make(researcher, { scopes: ['export'] });
    const names = async () => {
      const { body } = await tokens.call(token, `/api/sessions/${session_id}/roster/`);
      return (body as { items: { first_name: string | null }[] }).items.map((r) => r.first_name);
    };
    expect(await names()).toEqual(['Mary']);
    await run.source.query(
      `UPDATE identity.account SET researcher_privilege = false WHERE id = $1`,
      [researcher._id],
    );
    expect(await names()).toEqual([null]);
  });

  it('so that a token has no effect once its owner is no longer a researcher', async () => {
    const { researcher, study_id } = await recruit(run);
    const { token } = await tokens.make(researcher, { scopes: ['read', 'manage'] });
    await run.source.query(`UPDATE identity.account SET is_researcher = false WHERE id = $1`, [
      researcher._id,
    ]);
    for (const path of ['/api/sessions/', `/api/studies/${study_id}/`])
      expect((await tokens.call(token, path)).code).toBe('forbidden');
  });
});
