import type { StudyCard } from '../../../contracts/studies/studies';
import { encodeCursor } from '../../../server/platform/http/cursor';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { makeRecruitingStudy, makeSession, makeStudy } from './fixtures';
import { bodyOf } from '../../support/app/body-of';

interface Page {
  items: StudyCard[];
  next_cursor: string | null;
}
let app: RunningApp;
let owner: TestPerson;

beforeAll(async () => {
  app = await sharedApp();
});
beforeEach(async () => {
  // The catalogue shows the sessions of all researchers, also those of earlier files.
  await app.source.query(
    `UPDATE research.session SET state = 'closed', closed_at = now(), paused_at = NULL WHERE state <> 'closed'`,
  );
  owner = await makeResearcher(app.source, {
    first_name: 'Grace',
    last_name: 'Hopper',
    organization: 'Navy',
  });
});
afterAll(() => app.close());

const page = async (query: object = {}) =>
  (await app.http().get('/api/studies/').query(query).expect(200)).body as Page;
const titles = async (query: object = {}) => (await page(query)).items.map((c) => c.title);
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

test('the catalogue shows visitors the studies that recruit publicly, with researcher and free seats', async () => {
  const { study, session } = await makeRecruitingStudy(
    app,
    owner,
    { title: 'Open' },
    { capacity: 10, enrolled: 3, reward: 450 },
  );
  await makeRecruitingStudy(app, owner, { title: 'By link' }, { audience: 'link' });
  await makeRecruitingStudy(app, owner, { title: 'Paused' }, { state: 'paused' });
  await makeRecruitingStudy(app, owner, { title: 'Closed' }, { state: 'closed' });
  await makeStudy(app, owner, { title: 'Draft' });
  expect(await page()).toEqual({
    next_cursor: null,
    items: [
      {
        _id: study,
        session_id: session,
        title: 'Open',
        description: 'You see faces and say which of them you have seen before.',
        duration_minutes: 20,
        median_minutes: null,
        reward: { amount: 450, currency: 'EUR' },
        spots_available: 7,
        privacy_level: 'anonymous',
        too_few_people: false,
        offers_credit: false,
        runtime_kind: 'notes',
        anonymity: 'by_agreement',
        requirements: [],
        closes_at: null,
        researcher: {
          _id: owner._id,
          first_name: 'Grace',
          last_name: 'Hopper',
          organization: 'Navy',
        },
      },
    ],
  });
});

test('a study has one card: for its newest session with free seats, else for its newest session', async () => {
  const { study, consent } = await makeRecruitingStudy(
    app,
    owner,
    {},
    { capacity: 2, enrolled: 2, launched_at: ago(1) },
  );
  const older = await makeSession(app, study, consent, { launched_at: ago(3) });
  const newer = await makeSession(app, study, consent, { launched_at: ago(2) });
  expect((await page()).items.map((c) => c.session_id)).toEqual([newer]);
  await app.source.query(`UPDATE research.session SET enrolled = capacity WHERE id = $1`, [newer]);
  expect((await page()).items.map((c) => c.session_id)).toEqual([older]);
  await app.source.query(`UPDATE research.session SET enrolled = capacity WHERE id = $1`, [older]);
  expect((await page()).items).toMatchObject([{ spots_available: 0 }]);
});

test('pages list the newest launch first, and skip none of several launches at the same instant', async () => {
  const instant = ago(5);
  for (let i = 0; i < 7; i++)
    await makeRecruitingStudy(
      app,
      owner,
      { title: `Study ${i}` },
      { launched_at: i < 4 ? instant : ago(i) },
    );
  const found: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { items, next_cursor }: Page = await page({ limit: 2, ...(cursor && { cursor }) });
    found.push(...items.map((c) => c.title));
    cursor = next_cursor;
  }
  expect(found).toHaveLength(7);
  expect(new Set(found).size).toBe(7);
  expect(found).toEqual(await titles());
});

test('a launch between two page requests does not shift the next page', async () => {
  for (let i = 0; i < 4; i++)
    await makeRecruitingStudy(app, owner, { title: `Study ${i}` }, { launched_at: ago(10 - i) });
  const first = await page({ limit: 2 });
  await makeRecruitingStudy(app, owner, { title: 'Brand new' });
  expect(await titles({ limit: 2, cursor: first.next_cursor })).toEqual(['Study 1', 'Study 0']);
});

test.each([
  'x',
  '%00',
  'e30',
  encodeCursor({ session: 'x' }),
  encodeCursor({ session: '01890a5d-ac96-774b-bcce-b302099a8057', more: 1 }),
  encodeCursor(["'; DROP TABLE research.study; --"]),
])('a broken cursor (%s) gets 400', async (cursor) => {
  const body = await bodyOf(app.http().get('/api/studies/').query({ cursor }).expect(400));
  expect(body).toMatchObject({
    code: 'validation_failed',
    fields: [{ path: 'cursor', code: 'invalid' }],
  });
});

test('text is searched literally in title and description: wildcards have no meaning', async () => {
  for (const title of [
    '100% recall',
    '1000 recalls',
    'under_score',
    'underXscore',
    'back\\slash',
    "O'Neil",
  ])
    await makeRecruitingStudy(app, owner, { title, description: `About ${title}` });
  expect(await titles({ text: '100%' })).toEqual(['100% recall']);
  expect(await titles({ text: 'UNDER_' })).toEqual(['under_score']);
  expect(await titles({ text: 'k\\s' })).toEqual(['back\\slash']);
  expect(await titles({ text: "o'n" })).toEqual(["O'Neil"]);
  expect(await titles({ text: 'about u' })).toHaveLength(2);
  expect(await titles({ text: "' OR '1'='1" })).toEqual([]);
  expect(await titles({ text: '\0' })).toHaveLength(6);
});

test('a text that no study contains finds similar studies: with mistyped words, in a different order, without accents', async () => {
  await makeRecruitingStudy(app, owner, {
    title: 'The colour of words',
    description: 'You read in a café.',
  });
  await makeRecruitingStudy(app, owner, {
    title: 'Faces',
    description: 'Remember the neighbours.',
  });
  for (const text of ['colur', 'colours', 'words colour', 'worsd color', 'CAFE'])
    expect([text, await titles({ text })]).toEqual([text, ['The colour of words']]);
  // In a description, the search finds each word as typed, and only at the beginning of a word.
  expect(await titles({ text: 'Neighbours facse' })).toEqual(['Faces']);
  expect(await titles({ text: 'neigbours' })).toEqual([]);
  expect(await titles({ text: 'colour faces' })).toEqual([]);
  expect(await titles({ text: 'xyzzy' })).toEqual([]);
  // If a study contains exactly the searched text, studies with similar words are not listed.
  await makeRecruitingStudy(app, owner, { title: 'Colur' });
  expect(await titles({ text: 'colur' })).toEqual(['Colur']);
  expect(await titles({ text: 'colur', max_minutes: 1 })).toEqual([]);
});

test('the catalogue can be filtered by duration and by pay', async () => {
  await makeRecruitingStudy(app, owner, { title: 'Short', duration_minutes: 5 });
  await makeRecruitingStudy(app, owner, { title: 'Paid', duration_minutes: 30 }, { reward: 500 });
  expect(await titles({ max_minutes: 10 })).toEqual(['Short']);
  expect(await titles({ paid: true })).toEqual(['Paid']);
  expect(await titles({ paid: false })).toEqual([(await titles()).find((one) => one !== 'Paid')]);
  await app.http().get('/api/studies/').query({ paid: 'maybe' }).expect(400);
  expect(await titles({ paid: '', text: '' })).toHaveLength(2);
  expect(await titles({ max_minutes: 9e15 })).toHaveLength(2);
});

test('the catalogue can be filtered by credit, as each session was launched with it', async () => {
  const { study } = await makeRecruitingStudy(app, owner, { title: 'Credit', offers_credit: true });
  await makeRecruitingStudy(app, owner, { title: 'None' });
  const { session } = await makeRecruitingStudy(app, owner, { title: 'Before credit existed' });
  await app.source.query(
    `UPDATE research.session SET snapshot = snapshot - 'offers_credit' WHERE id = $1`,
    [session],
  );
  const offered = () =>
    page().then(({ items }) => items.map((c) => [c.title, c.offers_credit] as const));
  const asLaunched = [
    ['Before credit existed', false],
    ['None', false],
    ['Credit', true],
  ];
  expect(await offered()).toEqual(asLaunched);
  expect(await titles({ offers_credit: true })).toEqual(['Credit']);
  expect(await titles({ offers_credit: false })).toEqual(['Before credit existed', 'None']);
  expect(await titles({ offers_credit: true, text: 'none' })).toEqual([]);
  await app.http().get('/api/studies/').query({ offers_credit: 'maybe' }).expect(400);

  await app
    .http()
    .put(`/api/studies/${study}/`)
    .set(owner.headers)
    .send({ offers_credit: false })
    .expect(200);
  expect(await offered()).toEqual(asLaunched);
  expect(await titles({ offers_credit: true })).toEqual(['Credit']);
});

test('pages of studies that offer credit skip none of them', async () => {
  for (let n = 0; n < 9; n++)
    await makeRecruitingStudy(
      app,
      owner,
      { title: `Study ${n}`, offers_credit: n % 2 === 0 },
      { launched_at: ago(n) },
    );
  const found: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const next: Page = await page({ offers_credit: true, limit: 2, ...(cursor && { cursor }) });
    found.push(...next.items.map((c) => c.title));
    cursor = next.next_cursor;
  }
  expect(found).toEqual(['Study 0', 'Study 2', 'Study 4', 'Study 6', 'Study 8']);
});

test.each([
  { max_minutes: 'soon' },
  { max_minutes: 0 },
  { limit: 0 },
  { limit: 201 },
  { scope: 'all' },
  { text: 'x'.repeat(201) },
])('the query %j gets 400', async (query) => {
  expect((await app.http().get('/api/studies/').query(query).expect(400)).body).toMatchObject({
    code: 'validation_failed',
    fields: [{ path: Object.keys(query)[0] }],
  });
});

test('unknown query parameters are ignored, and concurrent callers get the same page', async () => {
  await makeRecruitingStudy(app, owner);
  const answers = await Promise.all(Array.from({ length: 40 }, () => page({ utm_source: 'mail' })));
  for (const answer of answers) expect(answer.items).toHaveLength(1);
});

test('a page that is requested after a seat was taken shows the seat as taken', async () => {
  const { session } = await makeRecruitingStudy(app, owner, {}, { capacity: 100 });
  for (let taken = 1; taken <= 20; taken++) {
    const busy = [page(), page(), page()];
    await app.source.query(`UPDATE research.session SET enrolled = $2 WHERE id = $1`, [
      session,
      taken,
    ]);
    expect((await page()).items[0]?.spots_available).toBe(100 - taken);
    await Promise.all(busy);
  }
});

test('a long description is shortened on the card', async () => {
  await makeRecruitingStudy(app, owner, { description: 'ä'.repeat(20_000) });
  expect((await page()).items[0]?.description).toBe('ä'.repeat(500));
});

test('a text search finds every match in title or description, in catalogue order, page by page', async () => {
  for (let n = 0; n < 24; n++) {
    const title = n % 3 === 0 ? `Colours ${n}` : `Words ${n}`;
    const description = n % 4 === 0 ? 'You name the colours that you see.' : 'You read.';
    const { study, consent } = await makeRecruitingStudy(
      app,
      owner,
      { title, description },
      { launched_at: ago(n), state: n % 5 === 0 ? 'closed' : 'active' },
    );
    if (n % 6 === 0) await makeSession(app, study, consent, { launched_at: ago(60 + n) });
  }
  const all = (await page({ limit: 200 })).items;
  const expected = all.filter((card) => /colours/i.test(`${card.title} ${card.description}`));
  expect(expected.length).toBeGreaterThan(5);
  expect((await page({ text: 'COLOURS', limit: 200 })).items).toEqual(expected);
  const paged: StudyCard[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { items, next_cursor }: Page = await page({
      text: 'colours',
      limit: 2,
      ...(cursor && { cursor }),
    });
    paged.push(...items);
    cursor = next_cursor;
  }
  expect(paged).toEqual(expected);
});
