/**
 * @long: `npm test -- long` tests many more random seeds
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { computePartialReward } from '../../../../contracts/enrolment/part-pay.rule';
import type { EarlyLeavingState } from '../../../../contracts/studies/payment-terms';
import { VerifyLedger } from '../../../../server/ledger/chain/verify-ledger';
import { paymentKeyOf } from '../../../../server/payments/model/payment-key';
import { PaymentsProof } from '../../../../server/payments/proof/payments-proof';
import { Secrets } from '../../../../server/platform/security/secrets';
import { SigningKeys } from '../../../../server/platform/security/signing-keys';
import { days } from '../../../../server/platform/concurrency/clock';
import { startApp, TestClock, type SeparateApp } from '../../../support/app/app';
import { triesInTestRun, isLongTestRun } from '../../../support/chance/lanes';
import { seededRandomOf, printSeededRandom } from '../../../support/chance/seeded';
import { MoneySimulation, partialPayOf } from './money-game';

let run: SeparateApp;
const clock = new TestClock();
beforeAll(async () => {
  run = await startApp({ clock, environment: { PLATFORM_FEE_BP: '1000' } });
});
afterEach(() => clock.reset());
afterAll(() => run.close());

const verify = () =>
  run.app
    .get(VerifyLedger, { strict: false })
    .run(null, [
      new PaymentsProof(run.app.get(Secrets), run.app.get(SigningKeys, { strict: false })),
    ]);

const rounds = 40;
/** The round before which the sessions are closed, so that later rounds can pay by answers. */
const closedAt = 25;
/**
 * The long run simulates MONEY_GAMES games. Each day it continues with the next seeds, so that all
 * 10,000 seeds are simulated within three weeks.
 */
const allSeeds = 10_000;
const games = Number(process.env.MONEY_GAMES ?? triesInTestRun(1, 500));
const today = Math.floor(Date.now() / days(1));
const first = isLongTestRun
  ? (today * games) % allSeeds
  : printSeededRandom('which games with money are played').int(allSeeds);
/** The environment variable MONEY_SEED repeats the game with this seed. */
const seeds = process.env.MONEY_SEED
  ? [Number(process.env.MONEY_SEED)]
  : Array.from({ length: games }, (_, n) => ((first + n) % allSeeds) + 1);
/**
 * Whether the ledger is verified after the game with this seed. The verification also reads all
 * earlier games. If it ran after each game, the time of a long run would grow quadratically.
 */
const isVerifiedAfter = (seed: number) => seed % 20 === 0 || seed === seeds.at(-1);

interface Outcome {
  id: string;
  session_id: string;
  amount: number;
  fee: number;
  state: string;
  method: string | null;
  is_accrued: boolean;
  is_settled: boolean;
}

const outcomes = (sessions: readonly string[]): Promise<Outcome[]> =>
  run.source.query(
    `SELECT id, session_id, amount, fee, state, method, accrual_id IS NOT NULL AS is_accrued,
       settlement_id IS NOT NULL AS is_settled
     FROM research.payment WHERE session_id = ANY($1::uuid[])`,
    [sessions],
  );

/** Finds the methods by which money was paid for a payment. */
async function waysOf({ id, state, method }: Outcome): Promise<string[]> {
  const key = paymentKeyOf(run.app.get(Secrets), id);
  const [row]: { codes: number; transfers: number }[] = await run.source.query(
    `SELECT (SELECT count(*)::int FROM identity.gift_code WHERE payment_key = $1) AS codes,
       (SELECT count(*)::int FROM identity.bank_payout WHERE payment_key = $1 AND state = 'paid') AS transfers`,
    [key],
  );
  return [
    ...Array.from({ length: row?.codes ?? 0 }, () => 'gift_code'),
    ...Array.from({ length: row?.transfers ?? 0 }, () => 'bank'),
    ...(state === 'paid' && method === 'cash' ? ['cash'] : []),
  ];
}

interface Leaver {
  state: EarlyLeavingState;
  privacy_level: string;
  spent_ms: number;
  amount: number | null;
}

/** Finds participants who left after the start, and what they are paid. */
const leaversOf = (sessions: readonly string[]): Promise<Leaver[]> =>
  run.source.query(
    `SELECT p.state, s.privacy_level, made.amount,
       (extract(epoch FROM p.updated_at - p.started_at) * 1000)::float8 AS spent_ms
     FROM research.participation p JOIN research.session s ON s.id = p.session_id
       LEFT JOIN research.payment made ON made.participation_id = p.id AND made.kind = 'reward'
     WHERE p.session_id = ANY($1::uuid[]) AND p.started_at IS NOT NULL AND p.state IN ('withdrawn', 'screened_out')`,
    [sessions],
  );

interface Balances {
  session_id: string;
  hold: number;
  payable: number;
  wallet: number;
  gifts: number;
}
const balancesOf = (sessions: readonly string[]): Promise<Balances[]> =>
  run.source.query(
    `SELECT h.session_id, hold.balance::int AS hold, coalesce(payable.balance, 0)::int AS payable,
       wallet.balance::int AS wallet, coalesce(gifts.balance, 0)::int AS gifts
     FROM research.session_hold h JOIN ledger.account hold ON hold.id = h.account_id
       JOIN ledger.account wallet ON wallet.id = h.wallet_account_id
       JOIN identity.wallet w ON w.account_id = wallet.id
       LEFT JOIN ledger.account payable ON payable.id = h.payable_account_id
       LEFT JOIN ledger.account gifts ON gifts.id = w.gift_account_id
     WHERE h.session_id = ANY($1::uuid[])`,
    [sessions],
  );

/**
 * Finds bonuses whose payments differ from the decision: in their sum or number, or because one
 * participation got two of them.
 */
const wrongBonuses = (sessions: readonly string[]): Promise<object[]> =>
  run.source.query(
    `SELECT b.id FROM research.bonus b LEFT JOIN research.payment p ON p.bonus_id = b.id
     WHERE b.session_id = ANY($1::uuid[]) GROUP BY b.id
     HAVING sum(p.amount) IS DISTINCT FROM b.total OR sum(p.fee) IS DISTINCT FROM b.fee
       OR count(DISTINCT p.participation_id) <> b.people OR count(*) <> b.people`,
    [sessions],
  );

/**
 * Finds holds whose balance is not the sum of the rewards and fees of the participants who still
 * wait for a decision.
 */
const wrongHolds = (sessions: readonly string[]): Promise<object[]> =>
  run.source.query(
    `SELECT h.session_id, hold.balance, h.for_answers, waiting.people
     FROM research.session_hold h JOIN ledger.account hold ON hold.id = h.account_id, LATERAL (
       SELECT count(*) AS people FROM research.participation p
       WHERE p.session_id = h.session_id AND p.state IN ('enrolled', 'started', 'completed')) waiting
     WHERE h.session_id = ANY($1::uuid[]) AND (hold.balance <> waiting.people * 495 OR h.for_answers <> 0)`,
    [sessions],
  );

const sum = <T>(all: readonly T[], of: (one: T) => number) =>
  all.reduce((total, one) => total + of(one), 0);

it.each(seeds)(
  'The random simulation of MONEY_SEED=%i pays every payment at most once, and all balances follow from the payments',
  async (seed) => {
    const game = new MoneySimulation(run, clock, seededRandomOf(seed));
    await game.start();
    const mend = game.dying();
    for (let round = 0; round < rounds; round++) {
      if (round === closedAt) await game.close();
      await game.round();
    }
    mend();
    await game.settle();
    const sessions = game.played.map(({ session_id }) => session_id);
    const payments = await outcomes(sessions);
    const told = game.acts.join(', ');
    for (const payment of payments) {
      const about = { ...payment, told };
      expect({ ...about, ways: await waysOf(payment) }).toEqual({
        ...about,
        ways: payment.state === 'paid' ? [payment.method] : [],
      });
      const isOwed = ['approved', 'failed', 'paid'].includes(payment.state);
      expect(about).toEqual({
        ...about,
        state: payment.state === 'processing' ? 'paid' : payment.state,
        is_accrued: isOwed,
        is_settled: payment.state === 'paid',
      });
    }
    expect(await wrongBonuses(sessions)).toEqual([]);
    for (const { state, privacy_level, spent_ms, amount } of await leaversOf(sessions))
      expect({ state, privacy_level, amount: amount ?? 0 }).toEqual({
        state,
        privacy_level,
        amount: computePartialReward(450, partialPayOf(privacy_level)[state], 20, spent_ms),
      });
    const balances = await balancesOf(sessions);
    for (const { session_id, payable } of balances)
      expect(payable).toBe(
        sum(
          payments.filter((one) => one.session_id === session_id && one.is_accrued),
          ({ amount, is_settled }) => (is_settled ? 0 : amount),
        ),
      );
    const accrued = payments.filter((one) => one.is_accrued);
    const byCode = payments.filter(
      ({ method, state }) => state === 'paid' && method === 'gift_code',
    );
    expect((balances[0]?.wallet ?? 0) + sum(balances, ({ hold }) => hold)).toBe(
      100_000 -
        sum(accrued, ({ amount, fee }) => amount + fee) +
        sum(byCode, ({ amount }) => amount),
    );
    const [stock]: { value: number }[] = await run.source.query(
      `SELECT coalesce(sum(c.amount), 0)::int AS value FROM identity.gift_code c
         JOIN identity.wallet w ON w.id = c.wallet_id
         JOIN research.session_hold h ON h.wallet_account_id = w.account_id
       WHERE h.session_id = $1 AND c.payment_key IS NULL`,
      [sessions[0]],
    );
    expect(balances[0]?.gifts).toBe(stock?.value);
    await game.claimTimeEnds();
    expect(await wrongHolds(sessions)).toEqual([]);
    for (const { payable } of await balancesOf(sessions)) expect(payable).toBe(0);
    if (isVerifiedAfter(seed)) expect((await verify()).findings).toEqual([]);
  },
  60_000,
);
