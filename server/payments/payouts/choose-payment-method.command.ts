import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import type { BankAccount, PaymentState } from '../../../contracts/payments/payments';
import type { Caller } from '../../access/caller';
import { OwnParticipationRead } from '../../enrolment/participations/own-participation.read';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { storeBankAccount, readStoredBankAccount } from '../bank/payout-method';
import { normalizeBankAccount } from '../bank/bank-account.rule';
import { Secrets } from '../../platform/security/secrets';
import { YearTotals } from '../checks/year-totals';
import { lockPayment } from '../model/payment-lock';
import { isPayableFromTomorrowSql } from '../model/opens-tomorrow.sql';
import { anonymousByAnswersMethods, paymentMethodsOf } from '../model/payment-methods';
import { readOwnPayment, readPayment } from '../model/payment-facts';
import { Payouts } from './payouts';

const isOpen = (state: PaymentState) => state === 'approved' || state === 'failed';

/** A participant chooses how an approved payment is paid; then it is paid in that way. */
export class ChoosePaymentMethod extends Command<void> {
  constructor(
    readonly paymentId: string,
    readonly method: 'gift_code' | 'bank',
    readonly caller: Caller,
    readonly bank: { account?: BankAccount | undefined; remember?: boolean | undefined } = {},
  ) {
    super();
  }
}

@CommandHandler(ChoosePaymentMethod)
export class ChoosePaymentMethodHandler implements ICommandHandler<ChoosePaymentMethod> {
  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly own: OwnParticipationRead,
    private readonly secrets: Secrets,
    private readonly payouts: Payouts,
    private readonly clock: Clock,
    private readonly totals: YearTotals,
  ) {}

  /**
   * Repeating the same choice changes nothing.
   * @throws DomainError not_found, method_not_offered, out_of_stock, invalid_iban,
   * paid_from_tomorrow; already_decided if the payment is already paid in another way, or if
   * nothing is owed
   */
  async execute({ paymentId, method, caller, bank }: ChoosePaymentMethod): Promise<void> {
    const { account_id } = caller.person;
    const { id, study_id, currency, is_apart } = await readOwnPayment(
      this.source.manager,
      this.own,
      paymentId,
      account_id,
    );
    const methods = is_apart
      ? anonymousByAnswersMethods
      : await paymentMethodsOf(this.source.manager, study_id);
    if (!methods.includes(method)) throw new DomainError('method_not_offered');
    const account = method === 'bank' ? await this.accountOf(account_id, bank.account) : undefined;
    const payee = await this.totals.payeeOf(account_id, currency);
    await this.unitOfWork.run(async (tx) => {
      await lockPayment(tx, id);
      const chosen = await tx.query(
        `UPDATE research.payment p SET state = 'processing', method = $2, day = $3
         WHERE id = $1 AND state IN ('approved', 'failed') AND NOT ${isPayableFromTomorrowSql('p', '$3::date')} RETURNING id`,
        [id, method, utcDay(this.clock.now())],
      );
      if (chosen.length > 0) return tx.record('payments.payment-changed', { payment_id: id });
      const { state, method: before } = await readPayment(tx, id);
      if (isOpen(state)) throw new DomainError('paid_from_tomorrow');
      if ((state !== 'processing' && state !== 'paid') || before !== method)
        throw new DomainError('already_decided');
    });
    try {
      await this.payouts.create(id, account, payee);
    } finally {
      await this.payouts.follow(id);
    }
    // The job continue-payouts may have run before the payout existed. Then it has undone the
    // choice, and the participant must choose again.
    const after = await readPayment(this.source.manager, id);
    if (isOpen(after.state)) throw new DomainError('unavailable');
    // If the method is not the chosen one, a researcher has confirmed cash in the meantime.
    if (after.method !== method) throw new DomainError('already_decided');
    const { account: given, remember } = bank;
    if (given && remember)
      await this.unitOfWork.run((tx) => storeBankAccount(tx, this.secrets, account_id, given));
  }

  /**
   * Returns the bank account that the participant entered, or else the stored account.
   * @throws DomainError invalid_iban
   */
  private async accountOf(accountId: string, given?: BankAccount): Promise<BankAccount> {
    const account =
      given ??
      (await this.unitOfWork.run((tx) => readStoredBankAccount(tx, this.secrets, accountId)));
    const checked = account && normalizeBankAccount(account);
    if (!checked) throw new DomainError('invalid_iban');
    return checked;
  }
}
