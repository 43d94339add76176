import type { OwnStudy } from '../../../contracts/studies/studies';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { makePerson, makeResearcher, type TestPerson } from '../../support/people/people';
import { makeConsent, makeRecruitingStudy, makeSession, makeStudy } from './fixtures';

let app: RunningApp;
beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.close());

interface List {
  items: OwnStudy[];
  next_cursor: string | null;
}
const ask = (who: TestPerson, query: object = {}) =>
  app
    .http()
    .get('/api/studies/')
    .query({ scope: 'mine', ...query })
    .set(who.headers);
const list = async (who: TestPerson, query: object = {}) =>
  (await ask(who, query).expect(200)).body as List;
const titles = async (who: TestPerson, query: object = {}) =>
  (await list(who, query)).items.map(({ title }) => title);
/** Reads the list to its end, with two studies per page. @returns the titles */
async function paged(who: TestPerson, query: object): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await list(who, { ...query, limit: 2, ...(cursor && { cursor }) });
    found.push(...page.items.map(({ title }) => title));
    cursor = page.next_cursor;
  }
  return found;
}
const archive = (who: TestPerson, study: string) =>
  app.http().delete(`/api/studies/${study}/`).set(who.headers).expect(204);

describe('The search in a researcher’s list of studies', () => {
  it('finds all words in any order, without case and accents, and despite a typing error', async () => {
    const who = await makeResearcher(app.source);
    for (const title of ['Working memory in noise', 'Émotions at work', 'Colour naming'])
      await makeStudy(app, who, { title });
    expect(await titles(who, { text: 'NOISE memory' })).toEqual(['Working memory in noise']);
    expect(await titles(who, { text: 'emotions' })).toEqual(['Émotions at work']);
    expect(await titles(who, { text: 'memroy' })).toEqual(['Working memory in noise']);
    expect(await titles(who, { text: 'nameing colour' })).toEqual(['Colour naming']);
    await makeStudy(app, who, { title: 'Quokkas and sleep' });
    expect(await titles(who, { text: 'qoukkas slep' })).toEqual(['Quokkas and sleep']);
    expect(await titles(who, { text: 'octopus' })).toEqual([]);
    expect(await titles(who, { text: ' ' })).toHaveLength(4);
    expect(await titles(who, { text: '100%_\\' })).toEqual([]);
  });

  it('lists exact matches before similar ones, on all pages', async () => {
    const who = await makeResearcher(app.source);
    for (const title of ['Memories', 'A memory', 'Zebras and memory', 'Memoirs'])
      await makeStudy(app, who, { title });
    const found = await paged(who, { text: 'memory', sort: 'title' });
    expect(found.slice(0, 2)).toEqual(['A memory', 'Zebras and memory']);
    expect(found.slice(2)).toContain('Memories');
    expect(new Set(found).size).toBe(found.length);
  });

  it('finds no study of another researcher', async () => {
    const [who, other] = [await makeResearcher(app.source), await makeResearcher(app.source)];
    await makeStudy(app, other, { title: 'Somebody else’s memory' });
    for (const query of [{}, { text: 'memory' }, { state: 'current' }, { sort: 'seats' }])
      expect(await titles(who, query)).toEqual([]);
  });
});

test('the filter by state lists the studies of that state; current studies exclude archived ones', async () => {
  const who = await makeResearcher(app.source);
  await makeStudy(app, who, { title: 'Draft' });
  await makeRecruitingStudy(app, who, { title: 'Recruiting' });
  await makeRecruitingStudy(app, who, { title: 'Paused' }, { state: 'paused' });
  await makeRecruitingStudy(
    app,
    who,
    { title: 'Ready' },
    { state: 'closed', closed_at: new Date() },
  );
  await archive(who, await makeStudy(app, who, { title: 'Archived' }));
  const inState = async (state: string) => (await titles(who, { state })).sort();
  expect(await inState('draft')).toEqual(['Draft']);
  expect(await inState('recruiting')).toEqual(['Recruiting']);
  expect(await inState('ready')).toEqual(['Paused', 'Ready']);
  expect(await inState('archived')).toEqual(['Archived']);
  expect(await inState('current')).toEqual(['Draft', 'Paused', 'Ready', 'Recruiting']);
  expect(await titles(who)).toHaveLength(5);
  await ask(who, { state: 'forgotten' }).expect(400);
});

test('the seat counts of a study add up its active and paused sessions, and no others', async () => {
  const who = await makeResearcher(app.source);
  const study = await makeStudy(app, who);
  const consent = await makeConsent(app, who, study);
  await makeSession(app, study, consent, { capacity: 10, enrolled: 4 });
  await makeSession(app, study, consent, { state: 'paused', capacity: 5, enrolled: 5 });
  await makeSession(app, study, consent, {
    state: 'closed',
    capacity: 50,
    enrolled: 9,
    closed_at: new Date(),
  });
  await makeSession(app, study, null, { state: 'scheduled', launched_at: null, capacity: 70 });
  const [row] = (await list(who)).items;
  expect(row).toMatchObject({
    sessions: 4,
    participants: 18,
    running: { sessions: 2, capacity: 15, taken: 9 },
  });
});

describe('The order of a researcher’s list of studies', () => {
  it('is by title without case and accents, by last change, or by the seats taken', async () => {
    const who = await makeResearcher(app.source);
    const add = async (title: string, enrolled: number) =>
      (await makeRecruitingStudy(app, who, { title }, { enrolled })).study;
    const first = await add('banana', 2);
    await add('Äpfel', 0);
    await add('Cherries', 7);
    await app
      .http()
      .put(`/api/studies/${first}/`)
      .set(who.headers)
      .send({ duration_minutes: 5 })
      .expect(200);
    expect(await titles(who)).toEqual(['Cherries', 'Äpfel', 'banana']);
    expect(await titles(who, { sort: 'changed' })).toEqual(['banana', 'Cherries', 'Äpfel']);
    expect(await titles(who, { sort: 'title' })).toEqual(['Äpfel', 'banana', 'Cherries']);
    expect(await titles(who, { sort: 'seats' })).toEqual(['Cherries', 'banana', 'Äpfel']);
  });

  it.each(['newest', 'changed', 'title', 'seats'])(
    'by %s lists studies with the same value once each across the pages, in the same order as in one page',
    async (sort) => {
      const who = await makeResearcher(app.source);
      // Two studies have the same time, two have the same title, and all but one have no seats.
      for (const title of ['Same', 'Same', 'Other', 'Last']) await makeStudy(app, who, { title });
      await makeRecruitingStudy(app, who, { title: 'Full' }, { enrolled: 10 });
      await app.source.query(
        `UPDATE research.study SET updated_at = '2026-01-02T03:04:05.678901Z' WHERE owner_id = $1 AND title <> 'Last'`,
        [who._id],
      );
      const whole = (await list(who, { sort })).items.map(({ title }) => title);
      expect(whole).toHaveLength(5);
      expect(await paged(who, { sort })).toEqual(whole);
    },
  );

  it('is stable when a study changes between two pages: no other study is lost or repeated', async () => {
    const who = await makeResearcher(app.source);
    for (const title of ['A', 'B', 'C', 'D', 'E']) await makeStudy(app, who, { title });
    const first = await list(who, { sort: 'title', limit: 2 });
    await app
      .http()
      .put(`/api/studies/${first.items[0]?._id}/`)
      .set(who.headers)
      .send({ title: 'AA' })
      .expect(200);
    await makeStudy(app, who, { title: 'ABC' });
    const rest = await titles(who, { sort: 'title', cursor: first.next_cursor ?? '' });
    expect(rest).toEqual(['C', 'D', 'E']);
  });

  it('is part of a cursor: a cursor of a different order is refused', async () => {
    const who = await makeResearcher(app.source);
    for (const title of ['A'.repeat(200), '漢'.repeat(200)]) await makeStudy(app, who, { title });
    const { next_cursor } = await list(who, { sort: 'title', limit: 1 });
    expect(await titles(who, { sort: 'title', cursor: next_cursor })).toEqual(['漢'.repeat(200)]);
    await ask(who, { sort: 'seats', cursor: next_cursor }).expect(400);
  });
});

test('the list of a researcher’s studies is refused to participants and visitors', async () => {
  await ask(await makePerson(app.source), { state: 'current', sort: 'seats' }).expect(403);
  await app.http().get('/api/studies/').query({ scope: 'mine', state: 'current' }).expect(401);
});
