import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { lockAccountToErase } from '../access/accounts/erasure-due';
import { CAPABILITIES } from '../platform/capabilities-token';
import type { Capabilities } from '../platform/context/capabilities';
import { Clock, minutes } from '../platform/concurrency/clock';
import type { PurgeTime } from '../platform/context/context';
import { Secrets } from '../platform/security/secrets';
import { UnitOfWork, type Transaction } from '../platform/db/unit-of-work';

/** Erases an account whose deletion is due. Returns whether it was erased. */
export class PurgeAccount extends Command<boolean> {
  constructor(readonly accountId: string) {
    super();
  }
}

@CommandHandler(PurgeAccount)
export class PurgeAccountHandler implements ICommandHandler<PurgeAccount> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    @Inject(CAPABILITIES) private readonly capabilities: Capabilities,
  ) {}

  /**
   * Erases an account whose deletion was requested thirty days ago: name, address, credentials,
   * demographics, tokens, and the links to its participations. The participations themselves stay
   * as pseudonymous data.
   * - Every context runs its own steps (`erasure` in its context.ts). If context A uses context B,
   *   the steps of A run before the steps of B.
   * - One transaction prepares the erasure, and a second transaction erases. Each transaction locks
   *   the account and checks that the deletion is still due, because a sign-in cancels the
   *   deletion.
   * - If the process ends between the two transactions, the account is still due. The next run then
   *   starts again with the first transaction.
   */
  async execute({ accountId }: PurgeAccount): Promise<boolean> {
    const { erasures } = this.capabilities;
    // The preparation is a separate transaction, because its events name the owner's studies. In
    // one transaction with the erasure, all events would have the same transaction id, which would
    // show that the erased account owned these studies.
    const isPrepared = await this.unitOfWork.run(async (tx) => {
      const at = this.moment();
      if (!(await lockAccountToErase(tx, accountId, at.now, 'share'))) return false;
      for (const { prepare } of erasures) await prepare?.(tx, accountId, at);
      return true;
    });
    // Stop if the account was not due yet: it may become due before the second transaction, which
    // would erase it unprepared. The next run erases it.
    if (!isPrepared) return false;
    const announcements = await this.unitOfWork.run(async (tx) => {
      const at = this.moment();
      if (!(await lockAccountToErase(tx, accountId, at.now, 'update'))) return undefined;
      const later: ((tx: Transaction) => void)[] = [];
      for (const step of ['erase', 'eraseLast'] as const)
        for (const erasure of erasures) {
          const announce = await erasure[step]?.(tx, accountId, at, this.secrets);
          if (announce) later.push(announce);
        }
      await tx.audit('account-purged', { actor: null, subject: accountId }, at.minute);
      return later;
    });
    if (!announcements) return false;
    // Record each event about the account in a separate transaction. The erasure has already
    // recorded events about places in sessions that became free. If an event about the account had
    // the transaction id of these events, it would reveal who held the places.
    for (const announce of [
      (tx: Transaction) => tx.record('identity.account-purged', { account_id: accountId }),
      ...announcements,
    ])
      await this.unitOfWork.run((tx) => Promise.resolve(announce(tx)));
    return true;
  }

  private moment(): PurgeTime {
    const now = this.clock.now();
    return { now, minute: new Date(Math.floor(now.getTime() / minutes(1)) * minutes(1)) };
  }
}
