import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { DepositDecision } from '../../../contracts/payments/funding';
import { mustActAsAdministrator } from '../../access/as-administrator';
import type { Caller } from '../../access/caller';
import { CONFIG, type Config } from '../../config';
import { findOrOpenSystemAccount } from '../../ledger/accounts';
import { transferPostings } from '../../ledger/entries/entry.rule';
import { postEntries } from '../../ledger/entries/post-entries';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { violatedConstraint } from '../../platform/db/violated-constraint';
import { DomainError } from '../../platform/errors/errors';
import type { DepositRow } from '../wallets/wallet.entity';
import { findOrOpenWallet } from '../wallets/wallets';

/**
 * An administrator decides about an announced transfer: confirms that it has arrived, so that the
 * wallet gets the money, or rejects the announcement.
 */
export class DecideDeposit extends Command<void> {
  constructor(
    readonly depositId: string,
    readonly body: DepositDecision,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(DecideDeposit)
export class DecideDepositHandler implements ICommandHandler<DecideDeposit> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Repeating the same decision changes nothing.
   * @throws DomainError forbidden, not_found, already_decided, bank_reference_used
   */
  execute({ depositId, body, caller }: DecideDeposit): Promise<void> {
    const { account_id } = caller.person;
    return this.unitOfWork.run(
      async (tx) => {
        await mustActAsAdministrator(tx, account_id);
        const [deposit] = await tx.query<DepositRow>(
          `SELECT * FROM identity.deposit WHERE id = $1 FOR UPDATE`,
          [depositId],
        );
        if (!deposit) throw new DomainError('not_found');
        if (isDecidedSo(deposit, body)) return;
        if (deposit.state !== 'announced') throw new DomainError('already_decided');
        const now = this.clock.now();
        if (body.action === 'confirm')
          await this.confirm(tx, deposit, mustBeThere(deposit), body.bank_reference, now);
        else
          await tx.query(
            `UPDATE identity.deposit SET state = 'refused', reason = $2 WHERE id = $1`,
            [deposit.id, body.reason],
          );
        await tx.audit(
          body.action === 'confirm' ? 'deposit-confirmed' : 'deposit-refused',
          {
            actor: account_id,
            subject: deposit.researcher_id,
            details: {
              deposit_id: deposit.id,
              amount: Number(deposit.amount),
              currency: deposit.currency,
            },
          },
          now,
        );
      },
      { requestId: caller.request_id },
    );
  }

  private async confirm(
    tx: Transaction,
    { id, amount, currency }: DepositRow,
    researcherId: string,
    bankReference: string,
    now: Date,
  ): Promise<void> {
    // The money has arrived, so it is booked even if the currency is no longer offered.
    const offered = { ...this.config, currencies: [currency] };
    const wallet = await findOrOpenWallet(tx, researcherId, currency, offered);
    const [entry] = await postEntries(tx, [
      {
        key: `deposit:${id}`,
        kind: 'deposit',
        day: utcDay(now),
        postings: transferPostings(
          await findOrOpenSystemAccount(tx, 'outside', currency),
          wallet.account_id,
          Number(amount),
        ),
      },
    ]);
    if (!entry) throw new Error('a deposit was not posted');
    try {
      await tx.query(
        `UPDATE identity.deposit SET state = 'confirmed', bank_reference = $2, bank_reference_key = $3, entry_id = $4
         WHERE id = $1`,
        [id, bankReference, keyOf(bankReference), entry.id],
      );
    } catch (error) {
      if (violatedConstraint(error) === 'deposit_bank_reference')
        throw new DomainError('bank_reference_used');
      throw error;
    }
  }
}

/**
 * Normalizes a bank reference, so that the same transfer is recognised however its reference was
 * typed.
 */
const keyOf = (bankReference: string): string => bankReference.replace(/\s+/g, '').toUpperCase();

/** @throws DomainError not_found if the account of the researcher was erased */
function mustBeThere({ researcher_id }: DepositRow): string {
  if (researcher_id === null) throw new DomainError('not_found');
  return researcher_id;
}

/** Whether an earlier request decided the deposit in the same way, with the same content. */
const isDecidedSo = (deposit: DepositRow, body: DepositDecision): boolean =>
  body.action === 'confirm'
    ? deposit.state === 'confirmed' && deposit.bank_reference_key === keyOf(body.bank_reference)
    : deposit.state === 'refused' && deposit.reason === body.reason;
