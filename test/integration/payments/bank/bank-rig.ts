import { randomBytes, randomUUID } from 'node:crypto';
import type { BankAccount } from '../../../../contracts/payments/payments';
import { BankProvider } from '../../../../server/payments/bank/bank-provider';
import { UnitOfWork, type Transaction } from '../../../../server/platform/db/unit-of-work';
import type { RunningApp } from '../../../support/app/launch-app';
import type { TestPerson } from '../../../support/people/people';

export const bankDay = '2026-11-29';
export const adasBankAccount: BankAccount = {
  holder: 'Ada Lovelace',
  iban: 'DE89 3704 0044 0532 0130 00',
};
export const adasIban = 'DE89370400440532013000';

/** Makes the code of a currency that no other test uses. */
export const newCurrency = (): string =>
  [...randomBytes(3)].map((one) => String.fromCharCode(65 + (one % 26))).join('');

/** Makes requests about payouts by bank transfer and about batches of payouts. */
export function bankTransferRequestsOf(run: RunningApp) {
  const provider = run.app.get(BankProvider);
  const within = <T>(work: (tx: Transaction) => Promise<T>) => run.app.get(UnitOfWork).run(work);
  const create = (
    paymentKey: Buffer,
    {
      account = adasBankAccount,
      ...more
    }: { account?: BankAccount; amount?: number; currency?: string } = {},
  ) =>
    within((tx) =>
      provider.createPayout(
        tx,
        {
          paymentKey,
          amount: 450,
          currency: 'EUR',
          walletAccountId: randomUUID(),
          account,
          ...more,
        },
        bankDay,
      ),
    );
  const release = (...keys: Buffer[]) => within((tx) => provider.release(tx, keys, bankDay));
  return {
    provider,
    within,
    create,
    release,
    status: (key: Buffer) => within((tx) => provider.getPayout(tx, key)),
    drop: (key: Buffer) => within((tx) => provider.dropPayout(tx, key)),
    /**
     * Makes payouts whose money is booked, so that they are ready for a batch.
     * @returns the keys of the payments
     */
    ready: async (
      count: number,
      more: { account?: BankAccount; amount?: number; currency?: string } = {},
    ): Promise<Buffer[]> => {
      const keys = Array.from({ length: count }, () => randomBytes(32));
      for (const key of keys) await create(key, more);
      await release(...keys);
      return keys;
    },
    draw: (who: TestPerson, currency: string, key?: string) => {
      const request = run.http().post('/api/payout-batches/').set(who.headers);
      if (key !== undefined) void request.set('Idempotency-Key', key);
      return request.send({ currency });
    },
    show: (who: TestPerson, id: string) =>
      run.http().get(`/api/payout-batches/${id}/`).set(who.headers),
    file: (who: TestPerson, id: string, format: string) =>
      run.http().get(`/api/payout-batches/${id}/file/?format=${format}`).set(who.headers),
    settle: (who: TestPerson, id: string, body: object) =>
      run.http().put(`/api/payout-batches/${id}/`).set(who.headers).send(body),
    idOf: async (key: Buffer): Promise<string | undefined> => {
      const [row] = await run.source.query<{ id: string }[]>(
        `SELECT id FROM identity.bank_payout WHERE payment_key = $1`,
        [key],
      );
      return row?.id;
    },
  };
}

/**
 * Makes a batch of payouts in a currency of its own.
 * @returns its id, and the keys of the payments
 */
export async function makePayoutBatch(run: RunningApp, who: TestPerson, count = 1) {
  const bank = bankTransferRequestsOf(run);
  const currency = newCurrency();
  const keys = await bank.ready(count, { currency });
  const answer = await bank.draw(who, currency).expect(201);
  return { id: (answer.body as { _id: string })._id, keys, currency };
}
