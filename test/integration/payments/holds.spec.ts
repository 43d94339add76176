/**
 * @lane quick
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { bodyOf } from '../../support/app/body-of';
import { startApp, type SeparateApp } from '../../support/app/app';
import { makeResearcher } from '../../support/people/people';
import { recruit } from '../../support/people/recruiting';
import { amountOnHold, paidSessionRequestsOf, spotPrice } from './payments-rig';

// On this installation, researchers must have the money in their wallets before a launch, and pay a
// fee of a tenth.
let run: SeparateApp;
let paid: ReturnType<typeof paidSessionRequestsOf>;
beforeAll(async () => {
  run = await startApp({ environment: { WALLET_LIMIT: '0', PLATFORM_FEE_BP: '1000' } });
  paid = paidSessionRequestsOf(run);
});
afterAll(() => run.close());

describe('Launching a paid session', () => {
  it('holds the reward and fee of every spot, in the launch’s transaction', async () => {
    const r = await paid.launched(10 * spotPrice + 7);
    expect(await amountOnHold(run, r.session_id)).toBe(10 * spotPrice);
    expect(await paid.balance(r.researcher)).toMatchObject({ balance: 7, held: 10 * spotPrice });
  });

  it('is refused and launches nothing when the wallet lacks a cent', async () => {
    const researcher = await paid.funded(10 * spotPrice - 1);
    await expect(recruit(run, { researcher, capacity: 10 })).rejects.toThrow('insufficient_funds');
    const [row]: { launched: number }[] = await run.source.query(
      `SELECT count(*)::int AS launched FROM research.session s JOIN research.study t ON t.id = s.study_id
       WHERE t.owner_id = $1 AND s.launched_at IS NOT NULL`,
      [researcher._id],
    );
    expect([row?.launched, (await paid.balance(researcher))?.balance]).toEqual([
      0,
      10 * spotPrice - 1,
    ]);
  });

  it('succeeds for one of two simultaneous launches when there is money for one', async () => {
    const researcher = await paid.funded(10 * spotPrice);
    const answers = await Promise.allSettled([
      recruit(run, { researcher, capacity: 10 }),
      recruit(run, { researcher, capacity: 10 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await paid.balance(researcher)).toMatchObject({ balance: 0, held: 10 * spotPrice });
  });

  it('holds nothing and opens no wallet for a session without a reward', async () => {
    const researcher = await makeResearcher(run.source);
    const free = await recruit(run, { researcher, reward: null });
    expect(await amountOnHold(run, free.session_id)).toBeUndefined();
    expect(await paid.balance(researcher)).toBeUndefined();
    expect(await paid.cost(free)).toMatchObject({ total: 0, missing: 0, currency: null });
  });
});

describe('The cost of a session', () => {
  it('states the money that a different capacity and reward would need', async () => {
    const r = await paid.launched(10 * spotPrice + 100);
    expect(await paid.cost(r)).toEqual({
      seats: 10,
      reward: 450,
      fee: 45,
      by_answers: 0,
      by_answers_most: 0,
      total: 10 * spotPrice,
      held: 10 * spotPrice,
      missing: 0,
      currency: 'EUR',
    });
    expect(await paid.cost(r, '?capacity=11')).toMatchObject({
      total: 11 * spotPrice,
      missing: spotPrice - 100,
    });
    expect(await paid.cost(r, '?capacity=5')).toMatchObject({ total: 5 * spotPrice, missing: 0 });
    expect(await paid.cost(r, '?reward=455')).toMatchObject({ reward: 455, fee: 46, missing: 0 });
    expect(await paid.cost(r, '?reward=500')).toMatchObject({ fee: 50, missing: 450 });
  });
});

describe('The cost of a session for an editor', () => {
  it('states what must be held and not what the wallet lacks, from which its balance would follow', async () => {
    const r = await paid.launched(10 * spotPrice + 100);
    const editor = await makeResearcher(run.source);
    await run.source.query(
      `INSERT INTO identity.study_collaborator (study_id, account_id, role, since)
       VALUES ($1, $2, 'editor', now())`,
      [r.study_id, editor._id],
    );
    expect(await paid.cost(r, '?capacity=11', editor)).toMatchObject({ missing: spotPrice });
    expect(await paid.cost(r, '?capacity=10', editor)).toMatchObject({ missing: 0 });
  });
});

describe('Changing a launched session', () => {
  it('holds the difference of a higher capacity or reward, and gives back that of a lower capacity', async () => {
    const r = await paid.launched(20 * spotPrice);
    await paid.change(r, { capacity: 12 }).expect(200);
    expect(await amountOnHold(run, r.session_id)).toBe(12 * spotPrice);
    await paid.change(r, { capacity: 8 }).expect(200);
    expect(await amountOnHold(run, r.session_id)).toBe(8 * spotPrice);
    await paid.change(r, { reward: { amount: 900, currency: 'EUR' } }).expect(200);
    expect(await amountOnHold(run, r.session_id)).toBe(8 * 2 * spotPrice);
    expect(await paid.balance(r.researcher)).toMatchObject({
      balance: 4 * spotPrice,
      held: 16 * spotPrice,
    });
  });

  it('is refused without the money, and changes nothing', async () => {
    const r = await paid.launched(10 * spotPrice);
    const body = await bodyOf(paid.change(r, { capacity: 11, name: 'Renamed' }).expect(409));
    expect(body).toMatchObject({ code: 'insufficient_funds' });
    const [row]: { capacity: number; name: string | null }[] = await run.source.query(
      `SELECT capacity, name FROM research.session WHERE id = $1`,
      [r.session_id],
    );
    expect(row).toEqual({ capacity: 10, name: null });
  });

  it('keeps the sum of wallet and hold while many changes happen at the same time', async () => {
    const r = await paid.launched(30 * spotPrice);
    const capacities = [11, 25, 14, 30, 12, 28, 10, 19];
    await Promise.all(capacities.map((capacity) => paid.change(r, { capacity })));
    const [row]: { capacity: number }[] = await run.source.query(
      `SELECT capacity FROM research.session WHERE id = $1`,
      [r.session_id],
    );
    const held = (row?.capacity ?? 0) * spotPrice;
    expect(await paid.balance(r.researcher)).toEqual(
      expect.objectContaining({ balance: 30 * spotPrice - held, held }),
    );
  });

  it('holds nothing more for a change of its name, its pause or its reopening', async () => {
    const r = await paid.launched(10 * spotPrice);
    for (const body of [{ name: 'Renamed' }, { state: 'paused' }, { state: 'active' }])
      await paid.change(r, body).expect(200);
    expect(await amountOnHold(run, r.session_id)).toBe(10 * spotPrice);
  });
});
