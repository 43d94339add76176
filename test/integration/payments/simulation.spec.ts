/**
 * @long plays many more seeds
 * @engines one: rows and transactions; no queue is involved
 */
import { VerifyLedger } from '../../../server/ledger/chain/verify-ledger';
import { paymentKeyOf } from '../../../server/payments/model/payment-key';
import { Secrets } from '../../../server/platform/security/secrets';
import { startApp, TestClock, type OwnApp } from '../../support/app/app';
import { inLong } from '../../support/chance/lanes';
import { seeded } from '../../support/chance/seeded';
import { MoneyGame } from './money-game';

let run: OwnApp;
const clock = new TestClock();
beforeAll(async () => {
  run = await startApp({ clock, environment: { PLATFORM_FEE_BP: '1000' } });
});
afterEach(() => clock.reset());
afterAll(() => run.close());

const games = Number(process.env.MONEY_GAMES ?? inLong(2, 300));
const rounds = 40;
const chance = seeded('games with money, in which the process dies');

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

/** The ways in which a payment was paid. */
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

const sum = <T>(all: readonly T[], of: (one: T) => number) =>
  all.reduce((total, one) => total + of(one), 0);

it.each(Array.from({ length: games }, (_, n) => n + 1))(
  'Game %i ends with every payment paid at most once, and with balances that follow from the payments',
  async () => {
    const game = new MoneyGame(run, clock, chance);
    await game.start();
    const mend = game.dying();
    for (let round = 0; round < rounds; round++) await game.round();
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
    expect((await run.app.get(VerifyLedger, { strict: false }).run()).findings).toEqual([]);
  },
);
