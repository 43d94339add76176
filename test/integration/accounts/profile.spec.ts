import type { RunningApp } from '../../support/app/launch-app';
import { emptyDemographics } from '../../../contracts/accounts/demographics';
import { sharedApp } from '../../support/app/shared-app';
import { makePerson, makeResearcher } from '../../support/people/people';
import { bearer, countRows, accountRequestsOf } from './account-requests';
import { bodyOf } from '../../support/app/body-of';

let running: RunningApp;
let people: ReturnType<typeof accountRequestsOf>;
beforeAll(async () => {
  running = await sharedApp();
  people = accountRequestsOf(running);
  await running.source.query(
    `INSERT INTO identity.organization (id, source, name, ror_id, aliases, domains, names)
     VALUES (gen_random_uuid(), 'ror', 'Uni', $1, '{}', '{}', E'\\nuni\\n') ON CONFLICT DO NOTHING`,
    [ror],
  );
});
afterAll(() => running.close());

const put = (headers: { authorization: string }, body: object) =>
  running.http().put('/api/users/profile/').set(headers).send(body);
const get = (path: string, headers: Record<string, string> = {}) =>
  running.http().get(path).set(headers);
const reviewsOf = (id: string, state: string) =>
  countRows(running.source, 'identity.review WHERE account_id = $1 AND state = $2', [id, state]);
const ror = 'https://ror.org/03yrm5c26';

describe('Changing the profile', () => {
  it('changes the given fields and keeps the others', async () => {
    const person = await makePerson(running.source);
    const body = await bodyOf(
      put(person.headers, { first_name: '  Grace ', language: 'fr' }).expect(200),
    );
    expect(body).toMatchObject({
      first_name: 'Grace',
      last_name: 'Lovelace',
      language: 'fr',
      organization: null,
    });
    expect(await people.events('identity.profile-changed', person._id)).toHaveLength(1);
  });

  it.each([
    [{}, '', 'nothing_to_change'],
    [{ first_name: '' }, 'first_name', 'required'],
    [{ last_name: 'a\u0000' }, 'last_name', 'invalid_text'],
    [{ email: 'other@uni.test' }, 'email', 'unknown_field'],
    [{ role: 'ADMINISTRATOR' }, 'role', 'unknown_field'],
    [{ is_researcher: true }, 'is_researcher', 'unknown_field'],
    [{ researcher_privilege: true }, 'researcher_privilege', 'unknown_field'],
    [{ organization: 'x'.repeat(201) }, 'organization', 'too_long'],
    [{ organization_ror_id: 'https://evil.test/' }, 'organization_ror_id', 'invalid'],
    [{ language: 'xx' }, 'language', 'not_one_of'],
    [{ action: 'promote' }, 'action', 'not_one_of'],
    [{ action: 'activate' }, 'key', 'required'],
    [{ action: 'remove-token' }, 'token', 'required'],
    [{ action: 'email-verify', key: 'x' }, 'key', 'unknown_field'],
  ])('refuses the change %j', async (body, path, code) => {
    const person = await makePerson(running.source);
    const answer = await put(person.headers, body).expect(400);
    expect((answer.body as { fields: object[] }).fields).toContainEqual(
      expect.objectContaining({ path, code }),
    );
  });

  it('is refused to a visitor', async () => {
    await running.http().put('/api/users/profile/').send({ first_name: 'Eve' }).expect(401);
    await put(bearer('x'), { first_name: 'Eve' }).expect(401);
  });

  it('stores SQL, HTML and emoji exactly as typed', async () => {
    const person = await makePerson(running.source);
    const odd = `'; DROP TABLE identity.account; -- <img src=x onerror=alert(1)> 🦉`;
    const body = await bodyOf(
      put(person.headers, {
        first_name: odd,
        interests: `${odd}\n\u202e`,
        organization: odd,
      }).expect(200),
    );
    expect(body).toMatchObject({ first_name: odd, interests: `${odd}\n\u202e`, organization: odd });
  });

  it.each(['first_name', 'last_name', 'organization'])(
    '[2.2.1] refuses a %s with characters that reorder or break its line or are invisible',
    async (field) => {
      const person = await makePerson(running.source);
      for (const value of [
        'Ada\u202eecalevoL',
        'Ada\u2066x',
        'Ada\nx',
        'Ada\u0085x',
        'A\u200bda',
      ]) {
        const body = await bodyOf(put(person.headers, { [field]: value }).expect(400));
        expect(body).toMatchObject({ fields: [{ path: field, code: 'invalid_text' }] });
      }
    },
  );
});

describe('The affiliation of a researcher', () => {
  it('starts a review when it is set, in the same transaction', async () => {
    const person = await makePerson(running.source, { is_researcher: true });
    const body = await bodyOf(
      put(person.headers, {
        organization: 'Example University',
        organization_ror_id: ror,
        interests: 'Memory',
      }).expect(200),
    );
    expect(body).toMatchObject({
      organization: 'Example University',
      organization_ror_id: ror,
      interests: 'Memory',
      researcher_privilege: null,
    });
    expect(await reviewsOf(person._id, 'pending')).toBe(1);
    expect(await people.events('researchers.review-requested', person._id)).toHaveLength(1);
  });

  it('starts a new review when it changes: the approval is open again and the pending review superseded', async () => {
    const person = await makeResearcher(running.source);
    await put(person.headers, { organization: 'Second University' }).expect(200);
    const body = await bodyOf(
      put(person.headers, { organization: 'Third University' }).expect(200),
    );
    expect(body).toMatchObject({ researcher_privilege: null });
    expect([
      await reviewsOf(person._id, 'superseded'),
      await reviewsOf(person._id, 'pending'),
    ]).toEqual([1, 1]);
  });

  it('starts no review when other fields change, and none for a participant', async () => {
    const researcher = await makeResearcher(running.source);
    const body = await bodyOf(
      put(researcher.headers, {
        first_name: 'New',
        organization: 'University of Somewhere',
      }).expect(200),
    );
    expect(body).toMatchObject({ researcher_privilege: true });
    const participant = await makePerson(running.source);
    await put(participant.headers, { organization: 'Example University' }).expect(200);
    expect(
      await countRows(running.source, 'identity.review WHERE account_id = ANY($1)', [
        [researcher._id, participant._id],
      ]),
    ).toBe(0);
  });

  it('has one pending review after ten changes at the same time', async () => {
    const person = await makePerson(running.source, { is_researcher: true });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        put(person.headers, { organization: `University ${i}` }),
      ),
    );
    expect(answers.every((a) => a.status === 200)).toBe(true);
    expect(await reviewsOf(person._id, 'pending')).toBe(1);
  });
});

describe('The demographics of a person', () => {
  const change = (headers: Record<string, string>, body: object) =>
    running.http().put('/api/demographics/').set(headers).send(body);

  it('are empty and optional, and each answer can be given and withdrawn', async () => {
    const { headers } = await makePerson(running.source);
    const told = async () => (await get('/api/demographics/', headers).expect(200)).body as object;
    expect(await told()).toEqual(emptyDemographics);
    const answers = {
      date_of_birth: '1990-02-28',
      education_level: 'master',
      country: 'DE',
      languages: ['de', 'tr'],
      sex: 'female',
      gender: 'non_binary',
      handedness: 'left',
      sight: ['corrected', 'colour_blind'],
      hearing: ['unaided'],
      devices: ['desktop', 'phone'],
    };
    let known: object = emptyDemographics;
    for (const [field, answer] of Object.entries(answers)) {
      known = { ...known, [field]: answer };
      expect((await change(headers, { [field]: answer }).expect(200)).body).toEqual(known);
    }
    expect((await change(headers, {}).expect(200)).body).toEqual(answers);
    // A value that is given twice is stored once.
    const twice = { languages: ['de', 'tr', 'de'], devices: ['phone', 'phone', 'desktop'] };
    expect((await change(headers, twice).expect(200)).body).toEqual({
      ...answers,
      devices: ['phone', 'desktop'],
    });
    expect((await change(headers, emptyDemographics).expect(200)).body).toEqual(emptyDemographics);
    expect(await told()).toEqual(emptyDemographics);
  });

  it.each([
    { date_of_birth: '1990-02-30' },
    { date_of_birth: '28.02.1990' },
    { date_of_birth: '0000-01-01' },
    { date_of_birth: '1066-10-14' },
    { date_of_birth: '2999-01-01' },
    { date_of_birth: 5 },
    { education_level: 'wizard' },
    { colour: 'blue' },
    { education_level: ['master'] },
    { country: 'XX' },
    { country: 'de' },
    { languages: ['xx'] },
    { languages: [] },
    { languages: 'de' },
    { sight: ['corrected', 'keen'] },
    { devices: Array.from({ length: 21 }, () => 'phone') },
  ])('refuse %j', async (body) => {
    expect(
      (await change((await makePerson(running.source)).headers, body).expect(400)).body,
    ).toMatchObject({ code: 'validation_failed' });
  });

  it('are accessible to their owner only', async () => {
    await get('/api/demographics/').expect(401);
    await running.http().put('/api/demographics/').send({ date_of_birth: 'nonsense' }).expect(401);
  });
});
