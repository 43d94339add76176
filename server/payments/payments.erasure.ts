import { participationIdsOfAccount } from '../enrolment/participations/discussed-participation';
import type { ErasureSteps } from '../platform/context/context';
import { eraseBankAccounts } from './bank/erase-bank-accounts';
import { forgetPayoutChecks } from './checks/payout-checks';
import { yearTotalKeyOf } from './checks/year-totals';
import { payoutMethodKeyOf } from './bank/payout-method';
import { paymentKeyOf } from './model/payment-key';

/**
 * Erases payouts when an account is purged. It is called before enrolment deletes the links between
 * account and participations: afterwards nothing leads from the account to a payout. Payments stay,
 * and unclaimed money returns to the wallets (expire-unclaimed-payments.job.ts). This transaction
 * does not write the payments themselves: otherwise the rows of all payments of the account would
 * have the same transaction id, which would link them.
 */
export const paymentsErasure: ErasureSteps = {
  async erase(tx, accountId, _, secrets) {
    const own = await participationIdsOfAccount(tx, accountId, secrets);
    const payments = await tx.query<{ id: string }>(
      `SELECT id FROM research.payment WHERE participation_id = ANY($1::uuid[])`,
      [own],
    );
    const keys = payments.map(({ id }) => paymentKeyOf(secrets, id));
    await tx.query(
      `UPDATE identity.gift_code SET sealed = NULL
       WHERE payment_key = ANY($1::bytea[]) AND sealed IS NOT NULL`,
      [keys],
    );
    await eraseBankAccounts(tx, keys);
    await forgetPayoutChecks(tx, keys);
    await tx.query(`DELETE FROM identity.payout_total WHERE account_key = $1`, [
      yearTotalKeyOf(secrets, accountId),
    ]);
    await tx.query(`DELETE FROM identity.payout_method WHERE account_key = $1`, [
      payoutMethodKeyOf(secrets, accountId),
    ]);
    return undefined;
  },
};
