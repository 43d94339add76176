import { randomUUID } from 'node:crypto';
import { startApp, type RunningApp } from '../../support/app';
import { makeAdministrator, makePerson, makeResearcher } from '../../support/people';
import { bearer, count, peopleOf } from './people-of';
import { bodyOf } from '../../support/body-of';

let running: RunningApp;
let people: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  running = await startApp();
  people = peopleOf(running);
  await running.source.query(
    `INSERT INTO identity.organization (id, source, name, ror_id, aliases, domains, names)
     VALUES (gen_random_uuid(), 'ror', 'Uni', $1, '{}', '{}', E'\\nuni\\n')`,
    [ror],
  );
});
afterAll(() => running.close());

const put = (headers: { authorization: string }, body: object) =>
  running.http().put('/api/users/profile/').set(headers).send(body);
const get = (path: string, headers: Record<string, string> = {}) =>
  running.http().get(path).set(headers);
const reviewsOf = (id: string, state: string) =>
  count(running.source, 'identity.review WHERE account_id = $1 AND state = $2', [id, state]);
const ror = 'https://ror.org/03yrm5c26';

describe('Changing the profile', () => {
  it('changes what is given and leaves the rest', async () => {
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
  ])('refuses %j', async (body, path, code) => {
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

  it('keeps SQL, HTML and emoji just as they were typed', async () => {
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
    'takes no %s that would reorder or break the line it stands in',
    async (field) => {
      const person = await makePerson(running.source);
      for (const value of ['Ada\u202eecalevoL', 'Ada\u2066x', 'Ada\nx', 'Ada\u0085x']) {
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

  it('starts another one when it changes: the privilege is open again, the pending review superseded', async () => {
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

  it('starts no review when something else changes, and none for a participant', async () => {
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
      await count(running.source, 'identity.review WHERE account_id = ANY($1)', [
        [researcher._id, participant._id],
      ]),
    ).toBe(0);
  });

  it('has one pending review after ten changes at once', async () => {
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

describe('Reading accounts', () => {
  it('shows an account to itself and to administrators, and to nobody else', async () => {
    const [person, other, admin] = [
      await makePerson(running.source),
      await makeResearcher(running.source),
      await makeAdministrator(running.source),
    ];
    expect((await get(`/api/users/${person._id}/`, person.headers).expect(200)).body).toMatchObject(
      { _id: person._id, email: person.email },
    );
    expect(
      (await get(`/api/users/${person._id.toUpperCase()}`, admin.headers).expect(200)).body,
    ).toMatchObject({ _id: person._id });
    await get(`/api/users/${person._id}/`, other.headers).expect(404);
    await get(`/api/users/${person._id}/`).expect(401);
    await get(`/api/users/${randomUUID()}/`, admin.headers).expect(404);
    await get(`/api/users/not-an-id/`, admin.headers).expect(404);
  });

  it('shows the public profile of researchers only, without an address', async () => {
    const [researcher, participant] = [
      await makeResearcher(running.source),
      await makePerson(running.source),
    ];
    const body = await bodyOf(get(`/api/users/public/${researcher._id}/`).expect(200));
    expect(body).toEqual({
      _id: researcher._id,
      first_name: 'Ada',
      last_name: 'Lovelace',
      organization: 'University of Somewhere',
      verified: true,
      orcid: null,
    });
    await get(`/api/users/public/${participant._id}/`).expect(404);
    await get(
      `/api/users/public/${(await makeResearcher(running.source, { status: 'NEW' }))._id}/`,
    ).expect(404);
    await get(`/api/users/public/'%20OR%201=1/`).expect(404);
  });
});

describe('Finding people', () => {
  const names = (body: unknown) =>
    (body as { items: { last_name: string }[] }).items.map((i) => i.last_name);

  it('shows researchers other active researchers, without addresses, and administrators everybody', async () => {
    const me = await makeResearcher(running.source, { last_name: 'Zz-Me' });
    await makeResearcher(running.source, { last_name: 'Zz-Other' });
    await makeResearcher(running.source, { last_name: 'Zz-New', status: 'NEW' });
    const participant = await makePerson(running.source, { last_name: 'Zz-Part' });
    const found = await get('/api/users/?text=zz-', me.headers).expect(200);
    expect(names(found.body)).toEqual(['Zz-Other']);
    expect(JSON.stringify(found.body)).not.toContain('@');
    const admin = await makeAdministrator(running.source);
    const all = await get('/api/users/?text=zz-', admin.headers).expect(200);
    expect(names(all.body)).toEqual(['Zz-Me', 'Zz-New', 'Zz-Other', 'Zz-Part']);
    const byAddress = await get(`/api/users/?text=${participant.email}`, admin.headers).expect(200);
    expect((byAddress.body as { items: object[] }).items).toEqual([
      expect.objectContaining({
        email: participant.email,
        status: 'ACTIVE',
        is_researcher: false,
        role: null,
      }),
    ]);
    expect(
      names((await get(`/api/users/?text=${participant.email}`, me.headers).expect(200)).body),
    ).toEqual([]);
  });

  it('is refused to participants and visitors', async () => {
    await get('/api/users/', (await makePerson(running.source)).headers).expect(403);
    await get('/api/users/').expect(401);
  });

  it('goes on where the page before ended', async () => {
    const admin = await makeAdministrator(running.source);
    for (const n of ['a', 'b', 'c', 'd', 'e'])
      await makePerson(running.source, { last_name: `Page-${n}` });
    const seen: string[] = [];
    let cursor = '';
    do {
      const body = await bodyOf(
        get(`/api/users/?text=page-&limit=2${cursor && `&cursor=${cursor}`}`, admin.headers).expect(
          200,
        ),
      );
      seen.push(...names(body));
      cursor = (body as { next_cursor: string | null }).next_cursor ?? '';
    } while (cursor);
    expect(seen).toEqual(['Page-a', 'Page-b', 'Page-c', 'Page-d', 'Page-e']);
  });

  it.each([
    `text=${encodeURIComponent(`%' OR 1=1 --`)}`,
    'text=_',
    `text=${encodeURIComponent('\\')}`,
    'text=%F0%9F%98%80',
    'colour=blue',
  ])('takes ?%s as it is', async (query) => {
    await get(`/api/users/?${query}`, (await makeAdministrator(running.source)).headers).expect(
      200,
    );
  });

  it.each([
    'text=%00',
    'limit=0',
    'limit=1000',
    'limit=x',
    'cursor=x',
    `cursor=${Buffer.from('["a\\u0000","b","c"]').toString('base64url')}`,
    'text=a&text=b',
  ])('refuses ?%s', async (query) => {
    const body = await bodyOf(
      get(`/api/users/?${query}`, (await makeAdministrator(running.source)).headers).expect(400),
    );
    expect(body).toMatchObject({ code: 'validation_failed' });
  });
});

describe('Demographics', () => {
  const change = (headers: Record<string, string>, body: object) =>
    running.http().put('/api/demographics/').set(headers).send(body);

  it('are empty, all optional, and each may be given and taken back', async () => {
    const { headers } = await makePerson(running.source);
    expect((await get('/api/demographics/', headers).expect(200)).body).toEqual({
      date_of_birth: null,
      education_level: null,
    });
    expect((await change(headers, { date_of_birth: '1990-02-28' }).expect(200)).body).toEqual({
      date_of_birth: '1990-02-28',
      education_level: null,
    });
    expect((await change(headers, { education_level: 'master' }).expect(200)).body).toEqual({
      date_of_birth: '1990-02-28',
      education_level: 'master',
    });
    expect((await change(headers, {}).expect(200)).body).toEqual({
      date_of_birth: '1990-02-28',
      education_level: 'master',
    });
    expect((await change(headers, { date_of_birth: null }).expect(200)).body).toEqual({
      date_of_birth: null,
      education_level: 'master',
    });
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
  ])('refuse %j', async (body) => {
    expect(
      (await change((await makePerson(running.source)).headers, body).expect(400)).body,
    ).toMatchObject({ code: 'validation_failed' });
  });

  it('are for their owner', async () => {
    await get('/api/demographics/').expect(401);
    await running.http().put('/api/demographics/').send({ date_of_birth: 'nonsense' }).expect(401);
  });
});
