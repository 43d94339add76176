import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { paymentsLimits } from '../../../contracts/payments/limits';
import {
  canonicalJsonText,
  type Json,
} from '../../../contracts/payments/receipts/receipt-text.rule';
import {
  receiptNumber,
  type ReceiptType,
} from '../../../contracts/payments/receipts/receipt-number';
import type { Caller } from '../../access/caller';
import { CONFIG, type Config } from '../../config';
import { OwnParticipationRead } from '../../enrolment/participations/own-participation.read';
import { Clock, days, utcDay } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import { SigningKeys } from '../../platform/security/signing-keys';
import { assertMayReadReceipt } from './may-read';
import { receiptFactReaders } from './receipt-facts';
import {
  insertReceipt,
  countReceiptsIssuedOn,
  lockReceiptItem,
  takeNextReceiptNumber,
  findValidReceipt,
  type StoredReceipt,
} from './receipts.store';

/**
 * Returns the valid receipt of an item: the existing one, or a new one if there is none or the
 * facts have changed since.
 */
export class IssueReceipt extends Command<StoredReceipt> {
  constructor(
    readonly type: ReceiptType,
    /** The id of the deposit, refund, session or payment. */
    readonly id: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(IssueReceipt)
export class IssueReceiptHandler implements ICommandHandler<IssueReceipt> {
  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly own: OwnParticipationRead,
    private readonly secrets: Secrets,
    private readonly keys: SigningKeys,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicWebUrl'>,
  ) {}

  /**
   * @throws DomainError not_found, also if there is nothing to state; too_many_requests if the
   * facts of a session changed too often today
   */
  async execute({ type, id, caller }: IssueReceipt): Promise<StoredReceipt> {
    await assertMayReadReceipt(
      this.source.manager,
      this.own,
      { type, id },
      caller.person.account_id,
    );
    return this.unitOfWork.run(
      async (tx) => {
        await lockReceiptItem(tx, type, id);
        const now = this.clock.now();
        const stated = await receiptFactReaders[type]({ tx, secrets: this.secrets, now }, id);
        const former = await findValidReceipt(tx, type, id);
        const facts: Record<string, Json> | undefined = stated?.facts;
        // If the payment is no longer paid, a receipt is issued only to replace an earlier receipt,
        // which states that the payment was paid.
        if (!stated || !facts || (!former && facts['outcome'] === 'taken_back'))
          throw new DomainError('not_found');
        if (former && says(former, facts)) return former;
        const day = utcDay(now);
        await mustBeWithin(tx, { type, id, day }, now);
        const year = Number(day.slice(0, 4));
        const number = await takeNextReceiptNumber(tx, type, year);
        const { version } = this.keys;
        const body = canonicalJsonText({
          format: 1,
          type,
          number: receiptNumber(type, year, number),
          day,
          id,
          installation: this.config.publicWebUrl,
          key_version: version,
          replaces: former ? receiptNumber(type, former.year, former.number) : null,
          ...facts,
          ...stated.words,
        });
        return insertReceipt(tx, {
          type,
          year,
          number,
          thing_id: id,
          day,
          body,
          key_version: version,
          signature: this.keys.sign('receipt', body),
          replaces: former?.id ?? null,
        });
      },
      { requestId: caller.request_id },
    );
  }
}

/** Whether the receipt states these facts. */
function says({ body }: StoredReceipt, facts: Record<string, Json>): boolean {
  const said = JSON.parse(body) as Record<string, Json>;
  const same = Object.fromEntries(Object.keys(facts).map((key) => [key, said[key] ?? null]));
  return canonicalJsonText(same) === canonicalJsonText(facts);
}

/**
 * Limits the receipts per item and day: a new disbursement log of up to ten thousand lines after
 * each payment would fill the disk.
 * @throws DomainError too_many_requests
 */
async function mustBeWithin(
  tx: Transaction,
  of: { type: ReceiptType; id: string; day: string },
  now: Date,
): Promise<void> {
  if ((await countReceiptsIssuedOn(tx, of)) < paymentsLimits.receiptsPerDay) return;
  const tomorrow = new Date(`${of.day}T00:00:00Z`).getTime() + days(1);
  throw new DomainError(
    'too_many_requests',
    {},
    { retryAfter: Math.max(1, Math.ceil((tomorrow - now.getTime()) / 1_000)) },
  );
}
