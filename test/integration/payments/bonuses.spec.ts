/**
 * @lane quick
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { paymentsLimits } from '../../../contracts/payments/limits';
import { ReleaseHolds } from '../../../server/payments/holds/release-holds';
import { days } from '../../../server/platform/concurrency/clock';
import { Transaction } from '../../../server/platform/db/unit-of-work';
import { startApp, TestClock, type SeparateApp } from '../../support/app/app';
import { unique } from '../../support/chance/unique';
import { makeResearcher } from '../../support/people/people';
import { bonusRequestsOf, bonusForAll } from './bonus-rig';
import { nullifyDecision, overturnDecision, rejectDecision } from './decisions';
import { spotPrice } from './payments-rig';
import { receiptRequestsOf } from './receipts/receipts-rig';

let run: SeparateApp;
let paid: ReturnType<typeof bonusRequestsOf>;
const clock = new TestClock();
beforeAll(async () => {
  run = await startApp({ clock, environment: { WALLET_LIMIT: '0', PLATFORM_FEE_BP: '1000' } });
  paid = bonusRequestsOf(run);
});
afterEach(() => clock.reset());
afterAll(() => run.close());

const names = { privacy_level: 'roster_on_start' } as const;
/**
 * Makes a session that shows names, with approved participants. Its researcher has 10 euros in the
 * wallet in addition to the money that is held for the session.
 */
const session = async (count = 2, options: object = names) => {
  const r = await paid.launched(10 * spotPrice + 1_000, options);
  const people = await paid.approved(r, count);
  return { r, people, first: people[0] ?? never() };
};
const never = (): never => {
  throw new Error('nobody');
};
const bonuses = async ({ session_id }: { session_id: string }) => {
  const rows: object[] = await run.source.query(
    `SELECT id FROM research.bonus WHERE session_id = $1`,
    [session_id],
  );
  return rows.length;
};
const code = (answer: { status: number; body: unknown }) => [
  answer.status,
  (answer.body as { code: string }).code,
];

describe('A bonus for participants', () => {
  it('states its cost without storing anything, and is paid by a request that repeats the digest of that answer', async () => {
    const { r, first } = await session();
    const shown = await paid.preview(r, 'bonuses', bonusForAll);
    expect(shown).toMatchObject({ people: 2, amount_total: 400, fee: 40, missing: 0 });
    expect([await bonuses(r), await paid.held(r)]).toEqual([0, 10 * spotPrice]);
    const made = await paid.ask(r, 'bonuses', { ...bonusForAll, digest: shown.digest }).expect(201);
    expect(made.body).toMatchObject({ kind: 'bonus', people: 2, amount_total: 400, fee: 40 });
    expect(await paid.held(r)).toBe(10 * spotPrice + 440);
    expect(await paid.extras(first.person)).toMatchObject([
      {
        kind: 'bonus',
        reason: bonusForAll.reason,
        amount: 200,
        state: 'approved',
        methods: ['cash'],
      },
    ]);
    expect((await paid.listed(r)).filter(({ kind }) => kind === 'bonus')).toHaveLength(2);
    await paid.book();
    expect([await paid.owed(r), await paid.held(r)]).toEqual([2 * 450 + 2 * 200, 8 * spotPrice]);
  });

  it('goes to the participants whom its lines name, each with an amount', async () => {
    const { r, first } = await session();
    const tag = await paid.tag(r, first.id);
    const made = await paid.give(r, 'bonuses', { reason: 'Prize', lines: [{ tag, amount: 333 }] });
    expect(made).toMatchObject({ people: 1, amount_total: 333, fee: 33 });
    expect(await paid.extras(first.person)).toMatchObject([{ amount: 333 }]);
  });

  it('is refused when the list has changed since, or another bonus was paid in between', async () => {
    const { r } = await session(1);
    const { digest } = await paid.preview(r, 'bonuses', bonusForAll);
    await paid.approved(r);
    expect(code(await paid.ask(r, 'bonuses', { ...bonusForAll, digest }))).toEqual([
      409,
      'digest_stale',
    ]);
    const next = await paid.preview(r, 'bonuses', bonusForAll);
    await paid.give(r, 'bonuses', { ...bonusForAll, amount: 100 });
    const late = await paid.ask(r, 'bonuses', { ...bonusForAll, digest: next.digest });
    expect(code(late)).toEqual([409, 'digest_stale']);
    const other = await paid.ask(r, 'bonuses', {
      ...bonusForAll,
      amount: 101,
      digest: next.digest,
    });
    expect(code(other)).toEqual([409, 'digest_stale']);
    expect(await bonuses(r)).toBe(1);
  });

  it('is paid once when two tabs send the same digest', async () => {
    const { r, first } = await session();
    const { digest } = await paid.preview(r, 'bonuses', bonusForAll);
    const answers = await Promise.all(
      [1, 2].map(() => paid.ask(r, 'bonuses', { ...bonusForAll, digest }, { key: unique() })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await paid.extras(first.person)).toHaveLength(1);
  });

  it('gets the same answer when its request is repeated under one key, and a different request under that key is refused', async () => {
    const { r, first } = await session();
    const key = unique();
    const { digest } = await paid.preview(r, 'bonuses', bonusForAll);
    const send = () => paid.ask(r, 'bonuses', { ...bonusForAll, digest }, { key });
    const answers = await Promise.all([send(), send()]);
    answers.push(await send());
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => (body as { _id: string })._id)).size).toBe(1);
    expect(await paid.extras(first.person)).toHaveLength(1);
    const again = await paid.preview(r, 'bonuses', bonusForAll);
    const other = await paid.ask(r, 'bonuses', { ...bonusForAll, digest: again.digest }, { key });
    expect(code(other)).toEqual([409, 'idempotency_conflict']);
  });

  it('stores nothing when the process dies before the last line, and is paid by the next attempt', async () => {
    const { r, first } = await session();
    const key = unique();
    const { digest } = await paid.preview(r, 'bonuses', bonusForAll);
    const record = jest.spyOn(Transaction.prototype, 'record');
    record.mockImplementationOnce(() => {
      throw new Error('died');
    });
    await paid.ask(r, 'bonuses', { ...bonusForAll, digest }, { key }).expect(500);
    record.mockRestore();
    expect([await bonuses(r), await paid.held(r)]).toEqual([0, 10 * spotPrice]);
    await paid.ask(r, 'bonuses', { ...bonusForAll, digest }, { key }).expect(201);
    expect(await paid.extras(first.person)).toHaveLength(1);
  });

  it('is refused when the wallet lacks a cent, and says what is missing', async () => {
    const { r } = await session(2);
    const dear = { ...bonusForAll, amount: 455 };
    expect(await paid.preview(r, 'bonuses', dear)).toMatchObject({ amount_total: 910, fee: 92 });
    const shown = await paid.preview(r, 'bonuses', dear);
    expect(shown.missing).toBe(2);
    const answer = await paid.ask(r, 'bonuses', { ...dear, digest: shown.digest });
    expect(code(answer)).toEqual([409, 'insufficient_funds']);
    await paid.give(r, 'bonuses', { ...bonusForAll, amount: 454 });
  });

  it('is cancelled with the participation unless it is paid, and is restored with the participation', async () => {
    const { r, people, first } = await session();
    const [, second] = people;
    if (!second) throw new Error('two');
    await paid.give(r, 'bonuses', bonusForAll);
    const [bonus] = await paid.extras(second.person);
    await paid
      .pay(bonus?._id ?? '', r.researcher, { action: 'confirm-cash', signed: true })
      .expect(200);
    await paid.book();
    for (const { id } of people) await paid.ends.act(id, r.researcher, nullifyDecision);
    expect(await paid.extras(first.person)).toMatchObject([{ state: 'reversed' }]);
    expect(await paid.extras(second.person)).toMatchObject([{ state: 'paid' }]);
    await paid.book();
    expect(await paid.owed(r)).toBe(0);
    await paid.ends.act(first.id, r.researcher, overturnDecision);
    await paid.book();
    expect(await paid.extras(first.person)).toMatchObject([{ state: 'approved' }]);
    expect(await paid.owed(r)).toBe(450 + 200);
  });

  it('keeps its money in a session that closes, or is closed already, until it is given up', async () => {
    const { r, first } = await session(1);
    const holds = run.app.get(ReleaseHolds, { strict: false });
    await paid.give(r, 'bonuses', bonusForAll);
    await paid.change(r, { capacity: 5 }).expect(200);
    expect(await paid.held(r)).toBe(5 * spotPrice + 220);
    await paid.change(r, { state: 'closed' }).expect(200);
    await holds.release(r.session_id);
    expect(await paid.held(r)).toBe(spotPrice + 220);
    await paid.give(r, 'bonuses', { ...bonusForAll, reason: 'And thanks.', amount: 100 });
    clock.advance(days(1));
    await holds.run();
    expect(await paid.held(r)).toBe(spotPrice + 220 + 110);
    await paid.book();
    expect([await paid.owed(r), await paid.held(r)]).toEqual([750, 0]);
    const balance = (await paid.balance(r.researcher))?.balance ?? 0;
    for (const { _id } of await paid.extras(first.person))
      await paid.pay(_id, first.person, { action: 'waive' }).expect(200);
    await paid.book();
    clock.advance(days(1));
    await holds.run();
    expect([await paid.owed(r), await paid.held(r)]).toEqual([450, 0]);
    expect((await paid.balance(r.researcher))?.balance).toBe(balance + 330);
  });

  it('is confirmed separately in cash, with the code that its participant shows', async () => {
    const { r, first } = await session(1);
    await paid.give(r, 'bonuses', bonusForAll);
    const { code: digits } = (await paid.code(first.id, first.person).expect(200)).body as {
      code: string;
    };
    const confirm = (id: string) =>
      paid.pay(id, r.researcher, { action: 'confirm-cash', code: digits }).expect(200);
    const [reward, bonus] = (await paid.own(first.person)).sort((a, b) => b.amount - a.amount);
    await confirm(reward?._id ?? '');
    expect(await paid.extras(first.person)).toMatchObject([{ state: 'approved' }]);
    await paid.code(first.id, first.person).expect(200);
    await confirm(bonus?._id ?? '');
    expect(await paid.extras(first.person)).toMatchObject([{ state: 'paid', method: 'cash' }]);
    expect(code(await paid.code(first.id, first.person))).toEqual([409, 'already_decided']);
  });

  it('has a receipt, numbered and signed, with a line for each participant', async () => {
    const { r, first } = await session();
    const { _id } = await paid.give(r, 'bonuses', bonusForAll);
    const receipts = receiptRequestsOf(run);
    const { file } = await receipts.receipt('bonus', _id, r.researcher);
    const body = JSON.parse(file.receipt) as { number: string; lines: object[] };
    expect(body).toMatchObject({ type: 'bonus', reason: bonusForAll.reason, total: 400, fees: 40 });
    expect(body.number).toMatch(/^B-2026-/);
    expect(body.lines).toContainEqual({ participant: await paid.tag(r, first.id), amount: 200 });
    expect((await receipts.verdict(file)).valid).toBe(true);
    await receipts.ask('bonus', _id, first.person).expect(404);
    await paid.book();
    expect((await receipts.receipt('bonus', _id, r.researcher)).file).toEqual(file);
  });

  it('names each line that cannot be paid, and pays none of the others', async () => {
    const { r, first } = await session(1);
    const tag = await paid.tag(r, first.id);
    const [waiting] = await paid.completed(r);
    const open = await paid.tag(r, waiting?.id ?? '');
    const other = await session(1);
    const foreign = await paid.tag(other.r, other.first.id);
    const lines = [tag, 'nobody', foreign, ` ${tag.toUpperCase()} `, open].map((one) => ({
      tag: one,
      amount: 100,
    }));
    expect(await paid.faults(r, { reason: 'Prize', lines })).toEqual([
      ['lines.1.tag', 'unknown_tag'],
      ['lines.2.tag', 'unknown_tag'],
      ['lines.3.tag', 'named_twice'],
      ['lines.4.tag', 'not_approved'],
    ]);
    expect(await bonuses(r)).toBe(0);
  });

  it('has an amount of a whole number of minor units, from one to the maximum', async () => {
    const { r, first } = await session(1);
    const tag = await paid.tag(r, first.id);
    const amounts = [0, -1, 1.5, paymentsLimits.bonusAmount + 1, 1e300, '2.00'];
    const lines = amounts.map((amount) => ({ tag, amount }));
    expect(await paid.faults(r, { reason: 'Prize', lines })).toEqual([
      ['lines.0.amount', 'too_small'],
      ['lines.1.amount', 'too_small'],
      ['lines.2.amount', 'wrong_type'],
      ['lines.3.amount', 'too_big'],
      // The amount of line 4 has two faults: it is no safe integer, and it is above the maximum.
      ['lines.4.amount', 'too_big'],
      ['lines.4.amount', 'too_big'],
      ['lines.5.amount', 'wrong_type'],
    ]);
  });

  it('is refused with too many or no lines, in two ways together, in a different currency, or without a reason', async () => {
    const { r } = await session(1);
    const lines = Array.from({ length: 10_000 }, (_, n) => ({
      tag: n.toString(16).padStart(16, '0'),
      amount: 1,
    }));
    expect(await paid.faults(r, { reason: 'x', lines })).toEqual([['lines', 'too_big']]);
    expect(await paid.faults(r, { reason: 'x', lines: [] })).toEqual([['lines', 'too_small']]);
    expect(await paid.faults(r, { ...bonusForAll, lines: lines.slice(0, 1) })).toEqual([
      ['amount', 'not_allowed'],
      ['to', 'not_allowed'],
    ]);
    expect(await paid.faults(r, { reason: 'x' })).toEqual([
      ['amount', 'required'],
      ['to', 'required'],
    ]);
    expect(await paid.faults(r, { ...bonusForAll, currency: 'USD' })).toEqual([
      ['currency', 'invalid_currency'],
    ]);
    expect(await paid.faults(r, { ...bonusForAll, reason: ' ' })).toEqual([['reason', 'required']]);
  });

  it('is refused in a session without a reward, and when nobody is approved', async () => {
    const free = await paid.launched(0, { ...names, reward: null });
    expect(code(await paid.ask(free, 'bonuses', bonusForAll))).toEqual([409, 'session_unpaid']);
    const r = await paid.launched(10 * spotPrice, names);
    const { digest, people } = await paid.preview(r, 'bonuses', bonusForAll);
    expect(people).toBe(0);
    const answer = await paid.ask(r, 'bonuses', { ...bonusForAll, digest });
    expect(code(answer)).toEqual([409, 'nobody_to_pay']);
  });
});

it('A bonus is refused after the study was transferred, since the wallet is that of the former owner', async () => {
  const { r } = await session(1);
  const owner = await makeResearcher(run.source);
  await run.source.query(
    `UPDATE research.study SET owner_id = $2
     WHERE id = (SELECT study_id FROM research.session WHERE id = $1)`,
    [r.session_id, owner._id],
  );
  expect(code(await paid.ask(r, 'bonuses', bonusForAll, { who: owner }))).toEqual([
    409,
    'session_unpaid',
  ]);
});

describe('A bonus of an anonymous session', () => {
  it('uses the list as it was when the day began, and is shown by tag from the next day on', async () => {
    const r = await paid.launched(10 * spotPrice + 1_000);
    const [first, other] = await paid.completed(r, 2);
    if (!first || !other) throw new Error('two');
    clock.advance(days(1));
    await paid.approve(r, await paid.tag(r, first.id));
    expect((await paid.preview(r, 'bonuses', bonusForAll)).people).toBe(0);
    clock.advance(days(1));
    const shown = await paid.preview(r, 'bonuses', bonusForAll);
    expect(shown.people).toBe(1);
    const topUp = await paid.preview(r, 'top-up', { reward: 500 });
    expect(topUp.people).toBe(2);
    // The previews stay the same, whatever a participant or the researcher does during the day.
    await paid.completed(r);
    const [reward] = await paid.own(first.person);
    await paid.pay(reward?._id ?? '', first.person, { action: 'waive' }).expect(200);
    await paid.approve(r, await paid.tag(r, other.id));
    expect(await paid.preview(r, 'bonuses', bonusForAll)).toEqual(shown);
    await paid.give(r, 'bonuses', bonusForAll);
    expect((await paid.preview(r, 'top-up', { reward: 500 })).people).toBe(2);
    expect((await paid.listed(r)).map(({ kind }) => kind)).toEqual(['reward', 'reward']);
    expect(await paid.extras(first.person)).toMatchObject([{ state: 'approved' }]);
    await paid.book();
    expect(await paid.owed(r)).toBeUndefined();
    clock.advance(days(1));
    expect((await paid.listed(r)).filter(({ kind }) => kind === 'bonus')).toHaveLength(1);
  });
});

describe('A bonus that tops up pay to a rate', () => {
  it('pays the difference once to everybody whose reward is below the rate, and follows open decisions', async () => {
    const { r, people, first } = await session(2);
    const [waiting, out] = await paid.completed(r, 2);
    if (!waiting || !out) throw new Error('two');
    await paid.ends.act(out.id, r.researcher, rejectDecision);
    const [, second] = people;
    await paid.pay((await paid.payment(second?.person ?? never()))._id, second?.person ?? never(), {
      action: 'waive',
    });
    const made = await paid.give(r, 'top-up', { reward: 500 });
    expect(made).toMatchObject({ kind: 'top_up', reason: null, people: 2, amount_total: 100 });
    const states = async () =>
      Promise.all(
        [first, waiting].map(async ({ person }) => (await paid.extras(person))[0]?.state),
      );
    expect(await states()).toEqual(['approved', 'due']);
    expect((await paid.preview(r, 'top-up', { reward: 500 })).people).toBe(0);
    expect(await paid.preview(r, 'top-up', { reward: 600 })).toMatchObject({ amount_total: 200 });
    // A reward that is raised on the day of the completion is not paid twice.
    await paid.fund(r.researcher, 10_000);
    await paid.change(r, { reward: { amount: 520, currency: 'EUR' } }).expect(200);
    expect((await paid.own(waiting.person)).reduce((sum, { amount }) => sum + amount, 0)).toBe(520);
    await paid.ends.act(waiting.id, r.researcher, nullifyDecision);
    await paid.ends.act(waiting.id, r.researcher, overturnDecision);
    expect(await states()).toEqual(['approved', 'due']);
    await paid.ends.act(waiting.id, r.researcher, { action: 'approve' });
    expect(await states()).toEqual(['approved', 'approved']);
  });
});
