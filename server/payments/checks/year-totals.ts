import { Inject, Injectable } from '@nestjs/common';
import type { BankAccount } from '../../../contracts/payments/payments';
import { CONFIG, type Config } from '../../config';
import { ParticipationsOfAccountRead } from '../../enrolment/participations/participations-of-account.read';
import type { Transaction } from '../../platform/db/unit-of-work';
import { Secrets } from '../../platform/security/secrets';
import { holdPayoutForCheck } from './payout-checks';
import { exceedsThreshold, calendarYearOf } from '../../../contracts/payments/threshold.rule';

/** The account holder whose yearly total includes the payout. */
export interface Payee {
  /** `yearTotalKeyOf` of the account. */
  readonly key: Buffer;
  readonly participations: readonly string[];
}

/**
 * Returns the keyed hash under which the yearly totals of an account are stored. The transaction
 * that makes a payout also stores a total. Both rows get its transaction id, so an account id
 * beside the total would reveal whose payout it is.
 */
export const yearTotalKeyOf = (secrets: Pick<Secrets, 'mac'>, accountId: string): Buffer =>
  secrets.mac('payout-total-of', accountId);

/**
 * Adds up what a person is paid in a calendar year, and detects when the sum exceeds the reporting
 * threshold.
 */
@Injectable()
export class YearTotals {
  constructor(
    private readonly own: ParticipationsOfAccountRead,
    private readonly secrets: Secrets,
    @Inject(CONFIG) private readonly config: Pick<Config, 'reportingThresholds'>,
  ) {}

  /** Whether payouts of the currency are counted and checked. */
  isChecked(currency: string): boolean {
    return this.config.reportingThresholds.has(currency);
  }

  /** @returns undefined if payouts of the currency are not checked */
  async payeeOf(accountId: string, currency: string): Promise<Payee | undefined> {
    if (!this.isChecked(currency)) return undefined;
    const own = await this.own.of(accountId);
    return {
      key: yearTotalKeyOf(this.secrets, accountId),
      participations: own.map((one) => one.participation_id),
    };
  }

  /**
   * Updates the year's total before a payout is made. The total counts all payments of the person
   * that are `processing` or paid. If the person chooses methods for two payments at the same time,
   * both payments become `processing` before the first payout is made. So the sum of both payments
   * is always compared with the threshold.
   * @returns whether the payout may be made; if not, it is held for a check
   */
  async admits(
    tx: Transaction,
    payout: { paymentId: string; paymentKey: Buffer; amount: number; currency: string },
    { key, participations }: Payee,
    account: BankAccount | undefined,
    day: string,
  ): Promise<boolean> {
    const { currency } = payout;
    const { year, from, until } = calendarYearOf(day);
    const [row] = await tx.query<{ total: string }>(
      `SELECT coalesce(sum(amount), 0) AS total FROM research.payment
       WHERE participation_id = ANY($1::uuid[]) AND state IN ('processing', 'paid') AND currency = $2
         AND (day >= $3::date AND day < $4::date OR id = $5)`,
      // The condition `id = $5` adds the present payment, even if its participant chose the method
      // on the last day of the previous year.
      [participations, currency, from, until, payout.paymentId],
    );
    const total = Number(row?.total ?? 0);
    await tx.query(
      `INSERT INTO identity.payout_total (account_key, year, currency, amount) VALUES ($1, $2, $3, $4)
       ON CONFLICT (account_key, year, currency) DO UPDATE SET amount = excluded.amount`,
      [key, year, currency, total],
    );
    if (!exceedsThreshold(total, this.config.reportingThresholds.get(currency))) return true;
    await holdPayoutForCheck(tx, this.secrets, { ...payout, yearTotal: total, account, day });
    return false;
  }
}
