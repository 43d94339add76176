import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { lockAccountToErase } from '../access/account-deletion.store';
import { deleteAccounts } from '../access/accounts.store';
import { deleteExportsMentioning } from '../data-rights/delete-exports-mentioning';
import { closeOwnerSessions } from '../enrolment/sessions/close-owner-sessions';
import { unlinkParticipations } from '../enrolment/participations/unlink-participations';
import { releaseSeats } from '../enrolment/seats/release-seats';
import { deleteMailsOf } from '../mail/delete-mails-of';
import { Clock, minutes } from '../platform/concurrency/clock';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { archiveOwnerStudies } from '../studies/archive-owner-studies';

/**
 * To the minute: to the millisecond it would tell which seats were given back with it, for as long
 * as it is kept.
 */
const about = (moment: Date) => new Date(Math.floor(moment.getTime() / minutes(1)) * minutes(1));

/** Answers whether the identity was erased. */
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
  ) {}

  /**
   * Erases an identity whose thirty days are over: name, address, credentials, demographics,
   * tokens, and the links to its participations, which stay as pseudonyms. Looks again under the
   * lock: a sign-in in the meantime keeps the account.
   */
  async execute({ accountId }: PurgeAccount): Promise<boolean> {
    // Research outlives its owner, but recruits nobody without one. In a transaction of its own, as
    // below: its studies say whose they were. Should the
    // process end here, the account is still due, and the next run goes on.
    await this.unitOfWork.run(async (tx) => {
      const now = this.clock.now();
      if (!(await lockAccountToErase(tx, accountId, now, 'share'))) return;
      await closeOwnerSessions(tx, accountId, about(now));
      await archiveOwnerStudies(tx, accountId, about(now));
    });
    const { erased, dropped } = await this.unitOfWork.run(async (tx) => {
      const now = this.clock.now();
      if (!(await lockAccountToErase(tx, accountId, now, 'update')))
        return { erased: false, dropped: [] };
      await releaseSeats(tx, await unlinkParticipations(tx, accountId), now);
      await deleteMailsOf(tx, accountId);
      const dropped = await deleteExportsMentioning(tx, accountId, about(now));
      // Tokens, keys, codes, demographics, reviews and the record of who saw the name go with the
      // account, by foreign key.
      await deleteAccounts(tx, [accountId]);
      await tx.audit('account-purged', { actor: null, subject: accountId }, about(now));
      return { erased: true, dropped };
    });
    // In a transaction of its own: beside the events of the seats given back, it would tell whose
    // they were.
    if (erased)
      await this.unitOfWork.run((tx) =>
        Promise.resolve(tx.record('identity.account-purged', { account_id: accountId })),
      );
    // To open pages only, so that nobody is missing anything who hears of it at the next look.
    // Apart too: whose name somebody saw is nobody's business.
    if (dropped.length > 0)
      await this.unitOfWork.run((tx) =>
        Promise.resolve(dropped.forEach((one) => tx.record('identity.export-expired', one))),
      );
    return erased;
  }
}
