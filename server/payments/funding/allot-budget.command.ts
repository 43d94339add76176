import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { NewAllotment } from '../../../contracts/payments/funding';
import { mustActAsAdministrator } from '../../access/as-administrator';
import type { Caller } from '../../access/caller';
import { lockAccountRow } from '../../access/accounts/accounts.store';
import { CONFIG, type Config } from '../../config';
import { findOrOpenSystemAccount } from '../../ledger/accounts';
import { transferPostings } from '../../ledger/entries/entry.rule';
import { postEntries } from '../../ledger/entries/post-entries';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { timeOrderedId } from '../../platform/db/ids';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { assertCurrencyOffered } from '../offered-currency';
import { findOrOpenWallet } from '../wallets/wallets';
import { requestKey } from '../request-key';

/** Gives a researcher a budget. Returns the allotment's id. */
export class AllotBudget extends Command<string> {
  constructor(
    readonly body: NewAllotment,
    readonly caller: Caller,
    readonly idempotencyKey: string | null,
  ) {
    super();
  }
}

@CommandHandler(AllotBudget)
export class AllotBudgetHandler implements ICommandHandler<AllotBudget> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError forbidden, not_found, wrong_currency, idempotency_conflict */
  execute({ body, caller, idempotencyKey }: AllotBudget): Promise<string> {
    assertCurrencyOffered(this.config, body.currency);
    const { account_id } = caller.person;
    return this.unitOfWork.run(
      async (tx) => {
        await mustActAsAdministrator(tx, account_id);
        const researcher = await lockAccountRow(tx, body.researcher_id, 'share');
        if (!researcher?.is_researcher) throw new DomainError('not_found');
        const now = this.clock.now();
        const wallet = await findOrOpenWallet(tx, body.researcher_id, body.currency, this.config);
        const [entry] = await postEntries(tx, [
          {
            key: requestKey('allotment', account_id, idempotencyKey),
            kind: 'allotment',
            day: utcDay(now),
            postings: transferPostings(
              await findOrOpenSystemAccount(tx, 'outside', body.currency),
              wallet.account_id,
              body.amount,
            ),
          },
        ]);
        if (!entry) throw new Error('an allotment was not posted');
        if (!entry.isNew) return earlierAllotment(tx, entry.id, body);
        const id = timeOrderedId();
        await tx.query(
          `INSERT INTO identity.allotment (id, wallet_id, amount, cost_centre, reference, day, entry_id)
           VALUES ($1, $2, $3, $4, $5, $6, $7)`,
          [
            id,
            wallet.id,
            body.amount,
            body.cost_centre || null,
            body.reference || null,
            utcDay(now),
            entry.id,
          ],
        );
        await tx.audit(
          'budget-allotted',
          {
            actor: account_id,
            subject: body.researcher_id,
            details: { allotment_id: id, amount: body.amount, currency: body.currency },
          },
          now,
        );
        return id;
      },
      { requestId: caller.request_id },
    );
  }
}

/**
 * @throws DomainError idempotency_conflict where an earlier request used the key with different
 * content
 */
async function earlierAllotment(
  tx: Transaction,
  entryId: string,
  body: NewAllotment,
): Promise<string> {
  const [former] = await tx.query<{
    id: string;
    cost_centre: string | null;
    reference: string | null;
  }>(`SELECT id, cost_centre, reference FROM identity.allotment WHERE entry_id = $1`, [entryId]);
  if (
    !former ||
    former.cost_centre !== (body.cost_centre || null) ||
    former.reference !== (body.reference || null)
  )
    throw new DomainError('idempotency_conflict');
  return former.id;
}
