import { randomUUID } from 'node:crypto';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { makeAdministrator, makePerson, makeResearcher } from '../../support/people/people';
import { bodyOf } from '../../support/app/body-of';

let running: RunningApp;
beforeAll(async () => {
  running = await sharedApp();
});
afterAll(() => running.close());
const get = (path: string, headers: Record<string, string> = {}) =>
  running.http().get(path).set(headers);

describe('Reading accounts by API', () => {
  it('shows an account to its owner and to administrators only', async () => {
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

  it('shows the public profile of active researchers only, without the mail address', async () => {
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

  it('publicly shows whether a review was approved, but not whether one is pending or rejected', async () => {
    const pages = [];
    for (const researcher_privilege of [null, false]) {
      const { _id } = await makeResearcher(running.source, { researcher_privilege });
      const page = await bodyOf<object>(get(`/api/users/public/${_id}/`).expect(200));
      pages.push({ ...page, _id: '' });
    }
    expect(pages[0]).toMatchObject({ verified: false });
    expect(pages[1]).toEqual(pages[0]);
  });
});

describe('Searching for people by API', () => {
  const names = (body: unknown) =>
    (body as { items: { last_name: string }[] }).items.map((i) => i.last_name);

  it('shows researchers the other active researchers without addresses, and shows administrators everyone', async () => {
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

  it('returns pages without gaps or repetitions', async () => {
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
    // In the list, people of other tests with similar names may follow.
    expect(seen.slice(0, 5)).toEqual(['Page-a', 'Page-b', 'Page-c', 'Page-d', 'Page-e']);
  });

  it.each([
    `text=${encodeURIComponent(`%' OR 1=1 --`)}`,
    'text=_',
    `text=${encodeURIComponent('\\')}`,
    'text=%F0%9F%98%80',
    'colour=blue',
  ])('accepts ?%s as plain text', async (query) => {
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
