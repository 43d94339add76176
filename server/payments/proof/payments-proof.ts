import { Injectable } from '@nestjs/common';
import type { LedgerCheck } from '../../ledger/chain/ledger-check';
import type { Transaction } from '../../platform/db/unit-of-work';
import { Secrets } from '../../platform/security/secrets';
import { SigningKeys } from '../../platform/security/signing-keys';
import { checkBonuses } from './check-bonuses';
import { checkHolds } from './check-holds';
import { checkPaymentEntryKeys, checkPayments } from './check-payments';
import { checkPayouts } from './check-payouts';
import { checkReceipts } from './check-receipts';
import { paymentsDamage, type PaymentsDamage, type ReportPaymentsDamage } from './payments-damage';

/**
 * Verifies payments, the money reserved for sessions, gift codes and receipts against the ledger.
 */
@Injectable()
export class PaymentsProof implements LedgerCheck<PaymentsDamage> {
  readonly sentences = paymentsDamage;

  constructor(
    private readonly secrets: Secrets,
    private readonly signing: SigningKeys,
  ) {}

  async run(on: Pick<Transaction, 'query'>, report: ReportPaymentsDamage): Promise<void> {
    await checkHolds(on, report);
    await checkBonuses(on, report);
    const payouts = await checkPayments(on, this.secrets, report);
    await checkPaymentEntryKeys(on, report);
    await checkPayouts(on, payouts, report);
    await checkReceipts(on, this.signing.publicKeys('receipt'), report);
  }
}
