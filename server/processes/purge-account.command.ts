import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { deleteExportsMentioning } from '../data-rights/delete-exports-mentioning';
import { closeOwnerSessions } from '../enrolment/sessions/close-owner-sessions';
import { releaseSeats } from '../enrolment/seats/release-seats';
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
      const [due] = await tx.query(
        `SELECT id FROM identity.account WHERE id = $1 AND deletion_at <= $2 FOR SHARE`,
        [accountId, now],
      );
      if (!due) return;
      await closeOwnerSessions(tx, accountId, about(now));
      await archiveOwnerStudies(tx, accountId, about(now));
    });
    const { erased, dropped } = await this.unitOfWork.run(async (tx) => {
      const now = this.clock.now();
      const [due] = await tx.query(
        `SELECT id FROM identity.account WHERE id = $1 AND deletion_at <= $2 FOR UPDATE`,
        [accountId, now],
      );
      if (!due) return { erased: false, dropped: [] };
      await tx.as('commonlab_link');
      const links = await tx.query<{ participation_id: string }>(
        `DELETE FROM identity.participation_link WHERE account_id = $1 RETURNING participation_id`,
        [accountId],
      );
      await tx.as('commonlab_app');
      await releaseSeats(
        tx,
        links.map((link) => link.participation_id),
        now,
      );
      await tx.query(`DELETE FROM platform.mail WHERE account_id = $1`, [accountId]);
      const dropped = await deleteExportsMentioning(tx, accountId, about(now));
      // Tokens, keys, codes, demographics, reviews and the record of who saw the name go with the
      // account, by foreign key.
      await tx.query(`DELETE FROM identity.account WHERE id = $1`, [accountId]);
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
