/**
 * @lane quick
 * @long: `npm test -- long` simulates a longer history
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { randomUUID } from 'node:crypto';
import type { ExpenseLine, ExpenseSummary } from '../../../contracts/payments/expenses';
import { balancesOf } from '../../../server/ledger/accounts';
import { days, utcDay } from '../../../server/platform/concurrency/clock';
import { ReleaseHolds } from '../../../server/payments/holds/release-holds';
import { bodyOf } from '../../support/app/body-of';
import { startApp, TestClock, type SeparateApp } from '../../support/app/app';
import { triesInTestRun } from '../../support/chance/lanes';
import { printSeededRandom } from '../../support/chance/seeded';
import { unique } from '../../support/chance/unique';
import { makeAdministrator, makeResearcher, type TestPerson } from '../../support/people/people';
import type { RecruitingStudy } from '../../support/people/recruiting';
import { participationRequestsOf } from '../enrolment/decisions/ends';
import { paidParticipantsOf, type PaidParticipant } from './paid-participants';
import { spotPrice } from './payments-rig';

let run: SeparateApp;
let paid: ReturnType<typeof paidParticipantsOf>;
let ends: ReturnType<typeof participationRequestsOf>;
let administrator: TestPerson;
const clock = new TestClock();
beforeAll(async () => {
  run = await startApp({ clock, environment: { WALLET_LIMIT: '0', PLATFORM_FEE_BP: '1000' } });
  paid = paidParticipantsOf(run);
  ends = participationRequestsOf(run);
  administrator = await makeAdministrator(run.source);
});
afterAll(() => run.close());

const names = { privacy_level: 'roster_on_start' } as const;
const nullify = { action: 'nullify', reason: 'The machine broke down.' };
const today = () => utcDay(clock.now());
const get = (who: TestPerson, path: string) => run.http().get(path).set(who.headers);
const listed = (who: TestPerson, query = '') =>
  bodyOf<{ items: ExpenseLine[]; next_cursor: string | null }>(
    get(who, `/api/expenses/?limit=100${query}`).expect(200),
  );
const lines = async (who: TestPerson, query = '') => (await listed(who, query)).items;
const summary = (who: TestPerson, query = '') =>
  bodyOf<ExpenseSummary>(get(who, `/api/expenses/summary/${query}`).expect(200));
const allot = (researcher: TestPerson, amount: number, more: object = {}) =>
  run
    .http()
    .post('/api/allotments/')
    .set(administrator.headers)
    .send({ researcher_id: researcher._id, amount, currency: 'EUR', ...more })
    .expect(201);
/** Makes a researcher with a budget, and a session whose participants completed. */
const scene = async (count: number, options: object = names) => {
  const researcher = await makeResearcher(run.source);
  await allot(researcher, 20 * spotPrice, { cost_centre: 'CC-12', reference: 'Grant 7' });
  const r = await paid.launched(0, { researcher, ...options });
  return { r, researcher, people: await paid.completed(r, count) };
};
const approve = (r: RecruitingStudy, people: readonly PaidParticipant[]) =>
  Promise.all(people.map(({ id }) => ends.act(id, r.researcher, { action: 'approve' })));
/** Lets the sweep approve participations about which no researcher decided within 21 days. */
const approveUnasked = () => {
  clock.advance(days(22));
  return ends.sweep();
};
/**
 * Confirms a payment in cash with the participant's code. The server refuses it if the payment is
 * not approved.
 */
const payInCash = async (r: RecruitingStudy, { person, id }: PaidParticipant) => {
  const { _id } = await paid.payment(person);
  const { code } = (await paid.code(id, person)).body as { code?: string };
  return paid.pay(_id, r.researcher, { action: 'confirm-cash', code });
};
const withRole = async (study: string, role: string) => {
  const person = await makeResearcher(run.source);
  await run.source.query(
    `INSERT INTO identity.study_collaborator (account_id, study_id, role, since) VALUES ($1, $2, $3, now())`,
    [person._id, study, role],
  );
  return person;
};

describe('The lines of a researcher’s expenses', () => {
  it('say what happened to the money, and name no participant', async () => {
    const { r, researcher, people } = await scene(2);
    await approve(r, people);
    expect((await payInCash(r, people[0]!)).status).toBe(200);
    await paid.book();
    const all = await lines(researcher);
    const shown = all.map(({ kind, method, wallet, held, owed, fee }) =>
      [kind, method, wallet, held, owed, fee].join(' '),
    );
    expect(shown.sort()).toEqual(
      [
        `budget  ${20 * spotPrice} 0 0 0`,
        `held  ${-10 * spotPrice} ${10 * spotPrice} 0 0`,
        `owed  0 ${-spotPrice} 450 45`,
        `owed  0 ${-spotPrice} 450 45`,
        'paid cash 0 0 -450 0',
      ].sort(),
    );
    const [budget, held] = ['budget', 'held'].map((kind) => all.find((one) => one.kind === kind));
    expect(budget).toMatchObject({
      study: null,
      session: null,
      reference: 'Grant 7',
      cost_centre: 'CC-12',
      day: today(),
    });
    expect(held).toMatchObject({
      study: { _id: r.study_id, title: 'Attention and memory' },
      session: { _id: r.session_id, number: 1 },
    });
    const payments: { id: string }[] = await run.source.query(
      `SELECT id FROM research.payment WHERE session_id = $1`,
      [r.session_id],
    );
    const tags = (await paid.listed(r)).map(({ tag }) => tag);
    for (const secret of [...people, ...payments].map(({ id }) => id).concat(tags))
      expect(JSON.stringify(all)).not.toContain(secret);
  });

  it('are filtered by study, session, kind and days', async () => {
    const { r, researcher, people } = await scene(1);
    const first = today();
    clock.advance(days(1));
    await allot(researcher, 20 * spotPrice);
    const other = await paid.launched(0, { researcher, ...names });
    await approve(r, people);
    await paid.book();
    const kinds = async (query: string) =>
      (await lines(researcher, query)).map(({ kind }) => kind).sort();
    expect(await kinds(`&study=${r.study_id}`)).toEqual(['held', 'owed']);
    expect(await kinds(`&session=${other.session_id}`)).toEqual(['held']);
    expect(await kinds(`&study=${other.study_id}&session=${r.session_id}`)).toEqual([]);
    expect(await kinds('&kind=budget')).toEqual(['budget', 'budget']);
    expect(await kinds(`&from=${first}&to=${first}`)).toEqual(['budget', 'held']);
    expect(await kinds(`&from=${today()}`)).toEqual(['budget', 'held', 'owed']);
    await get(researcher, '/api/expenses/?kind=other').expect(400);
    await get(researcher, '/api/expenses/?from=yesterday').expect(400);
  });

  it('have the references of transfers and refunds', async () => {
    const researcher = await paid.funded(1_000);
    const { _id: deposit } = await bodyOf<{ _id: string }>(
      run
        .http()
        .post('/api/deposits/')
        .set(researcher.headers)
        .send({ amount: 500, currency: 'EUR' })
        .expect(201),
    );
    const bank_reference = unique();
    await run
      .http()
      .put(`/api/deposits/${deposit}/`)
      .set(administrator.headers)
      .send({ action: 'confirm', bank_reference })
      .expect(200);
    const wallet = (await paid.balance(researcher))?._id;
    await run
      .http()
      .post(`/api/wallets/${wallet}/refunds/`)
      .set(administrator.headers)
      .send({ amount: 300, reference: 'back to the grant' })
      .expect(201);
    expect(await lines(researcher, '&kind=transfer')).toMatchObject([
      { wallet: 500, reference: bank_reference },
    ]);
    expect(await lines(researcher, '&kind=refund')).toMatchObject([
      { wallet: -300, reference: 'back to the grant' },
    ]);
    expect((await summary(researcher)).currencies).toMatchObject([{ funded: 1_200 }]);
  });

  it('are read in pages without repetitions and gaps, the newest day first', async () => {
    const { r, researcher, people } = await scene(5);
    clock.advance(days(1));
    await approve(r, people);
    await paid.book();
    const whole = await lines(researcher);
    const found: ExpenseLine[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor && `&cursor=${cursor}`;
      const page = await bodyOf<{ items: ExpenseLine[]; next_cursor: string | null }>(
        get(researcher, `/api/expenses/?limit=2${query}`).expect(200),
      );
      found.push(...page.items);
      cursor = page.next_cursor;
    }
    expect(found).toEqual(whole);
    expect(whole).toHaveLength(7);
    expect(whole.map(({ day }) => day)).toEqual(
      whole
        .map(({ day }) => day)
        .sort()
        .reverse(),
    );
    await get(researcher, '/api/expenses/?cursor=WyJ4Il0').expect(400);
  });

  it('are not found by other researchers, nor are the sums', async () => {
    const { r, researcher } = await scene(1);
    const other = await makeResearcher(run.source);
    expect(await lines(other)).toEqual([]);
    expect(await lines(other, `&study=${r.study_id}`)).toEqual([]);
    expect(await summary(other)).toEqual({ currencies: [], sessions: [], months: [] });
    // All visitors may read the page of a recruiting study, so a refusal is 403 instead of 404.
    await get(other, `/api/expenses/summary/?study=${r.study_id}`).expect(403);
    await get(other, `/api/expenses/summary/?study=${randomUUID()}`).expect(404);
    await get(researcher, `/api/expenses/summary/?study=${r.study_id}`).expect(200);
  });
});

describe('An anonymous session in the expenses', () => {
  it('shows nothing that its participants did today', async () => {
    const { r, researcher, people } = await scene(2, {});
    await approveUnasked();
    expect((await payInCash(r, people[0]!)).status).toBe(200);
    await paid.book();
    const kinds = async () => (await lines(researcher)).map(({ kind }) => kind).sort();
    const before = await summary(researcher);
    expect(await kinds()).toEqual(['budget', 'held']);
    expect(before.sessions).toMatchObject([{ approved_payments: 0, owed: 0, paid: 0 }]);
    clock.advance(days(1));
    expect(await summary(researcher)).toEqual(before);
    await paid.book();
    expect(await kinds()).toEqual(['budget', 'held', 'owed', 'owed', 'paid']);
    expect((await lines(researcher, '&kind=owed')).map(({ day }) => day)).toEqual([
      today(),
      today(),
    ]);
  });
});

describe('The sums of a researcher’s expenses', () => {
  it('contain the spots and what is owed, paid, held and earned, for each session and for each month', async () => {
    const { r, researcher, people } = await scene(3);
    await approve(r, people);
    expect((await payInCash(r, people[0]!)).status).toBe(200);
    await paid.book();
    await ends.act(people[2]!.id, researcher, nullify);
    await paid.book();
    const sums = {
      approved_payments: 2,
      paid_payments: 1,
      owed: 450,
      paid: 450,
      fees: 90,
      held: 8 * spotPrice,
    };
    expect(await summary(researcher)).toEqual({
      currencies: [
        { currency: 'EUR', ...sums, wallet: 10 * spotPrice, gift_codes: 0, funded: 20 * spotPrice },
      ],
      sessions: [
        {
          study: { _id: r.study_id, title: 'Attention and memory' },
          session: { _id: r.session_id, number: 1, name: null },
          spots: 10,
          currency: 'EUR',
          ...sums,
        },
      ],
      months: [{ month: today().slice(0, 7), currency: 'EUR', paid: 450, fees: 90 }],
    });
  });

  it.each(['editor', 'analyst', 'viewer'])(
    'of a study are read by its %s, without wallet and lines',
    async (role) => {
      const { r, researcher, people } = await scene(1);
      await approve(r, people);
      await paid.book();
      const person = await withRole(r.study_id, role);
      const seen = await summary(person, `?study=${r.study_id}`);
      expect(seen).toEqual(await summary(researcher, `?study=${r.study_id}`));
      expect(seen.currencies).toMatchObject([
        { owed: 450, fees: 45, wallet: null, gift_codes: null, funded: null },
      ]);
      expect(await lines(person, `&study=${r.study_id}`)).toEqual([]);
      expect(await summary(person)).toEqual({ currencies: [], sessions: [], months: [] });
    },
  );
});

describe('The file of a researcher’s expenses', () => {
  const file = (who: TestPerson, query = '') =>
    get(who, `/api/expenses/export/${query}`).buffer(true).expect(200);

  it('has the lines for a spreadsheet, without formulas', async () => {
    const { researcher } = await scene(0);
    const reference = `=HYPERLINK("${unique()}")`;
    await allot(researcher, 1_000, { reference });
    const { text, headers } = await file(researcher, '?kind=budget');
    expect(headers['content-disposition']).toBe(`attachment; filename="expenses-${today()}.csv"`);
    expect(text.codePointAt(0)).toBe(0xfeff);
    const [head, ...rows] = text.slice(1).trimEnd().split('\r\n');
    expect(head).toMatch(/^day,kind,method,study,session,currency,wallet,/);
    expect(rows.sort()).toEqual(
      [
        `${today()},budget,,,,EUR,10.00,0.00,0.00,0.00,0.00,"'${reference.replaceAll('"', '""')}",`,
        `${today()},budget,,,,EUR,99.00,0.00,0.00,0.00,0.00,Grant 7,CC-12`,
      ].sort(),
    );
    const held = (await file(researcher, '?kind=held')).text.trimEnd().split('\r\n')[1];
    expect(held).toMatch(/,Attention and memory,Session 1,EUR,-49\.50,49\.50,0\.00,/);
    await get(researcher, '/api/expenses/export/?study=mine').expect(400);
  });
});

it('After random steps, the sums of the lines equal the balances of the accounts', async () => {
  const chance = printSeededRandom(
    'budgets, approvals, payments, cancellations and closed sessions',
  );
  const researcher = await makeResearcher(run.source);
  await allot(researcher, 40 * spotPrice);
  const sessions = [
    await paid.launched(0, { researcher, ...names }),
    await paid.launched(0, { researcher }),
  ];
  const people: { r: RecruitingStudy; one: PaidParticipant }[] = [];
  for (const r of sessions) for (const one of await paid.completed(r, 4)) people.push({ r, one });
  const any = () => people[chance.int(people.length)]!;
  const steps: (() => Promise<unknown>)[] = [
    () => allot(researcher, 1 + chance.int(5_000)),
    () => ends.act(any().one.id, researcher, { action: 'approve' }),
    () => {
      const { r, one } = any();
      return payInCash(r, one);
    },
    () => ends.act(any().one.id, researcher, nullify),
    () => ends.act(any().one.id, researcher, { action: 'overturn', reason: 'It was right.' }),
    () => paid.book(),
    async () => {
      clock.advance(days(1));
      await paid.book();
    },
  ];
  const play = async () => {
    for (let step = 0; step < triesInTestRun(12, 120); step++)
      await steps[chance.int(steps.length)]!();
  };
  await play();
  await approveUnasked();
  await play();
  const [last] = people;
  await ends.act(last!.one.id, researcher, { action: 'approve' });
  await payInCash(last!.r, last!.one);
  await paid.book();
  for (const r of sessions) {
    await paid.change(r, { state: 'closed' }).expect(200);
    await run.app.get(ReleaseHolds, { strict: false }).release(r.session_id);
  }
  clock.advance(days(1));
  await paid.book();

  const all: ExpenseLine[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Awaited<ReturnType<typeof listed>> = await listed(
      researcher,
      cursor && `&cursor=${cursor}`,
    );
    all.push(...page.items);
    cursor = page.next_cursor;
  }
  const total = (name: 'wallet' | 'held' | 'owed', of: readonly ExpenseLine[]) =>
    of.reduce((sum, line) => sum + line[name], 0);
  const wallets: { account_id: string }[] = await run.source.query(
    `SELECT account_id FROM identity.wallet WHERE researcher_id = $1`,
    [researcher._id],
  );
  const [balance] = (await balancesOf(run.source, [wallets[0]!.account_id])).values();
  expect(total('wallet', all)).toBe(balance?.balance);
  const { currencies, sessions: bySession } = await summary(researcher);
  expect(currencies).toMatchObject([{ wallet: balance?.balance }]);
  for (const r of sessions) {
    const own = all.filter(({ session }) => session?._id === r.session_id);
    const balances = { held: await paid.held(r), owed: (await paid.owed(r)) ?? 0 };
    expect({ held: total('held', own), owed: total('owed', own) }).toEqual(balances);
    expect(bySession.find(({ session }) => session._id === r.session_id)).toMatchObject(balances);
  }
  expect(all.some(({ kind }) => kind === 'owed')).toBe(true);
});
