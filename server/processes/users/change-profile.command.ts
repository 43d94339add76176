import { processesRateLimits } from '../processes.rate-limits';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { ProfileDetails } from '../../../contracts/accounts/accounts';
import { Clock } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import { RateLimit } from '../../platform/security/rate-limit';
import { writeProfile } from '../../access/accounts/account-changes.store';
import { lockAccountRow, type AccountRow } from '../../access/accounts/accounts.store';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { OrganizationIdChecker } from '../../researchers/organizations/known-organization';
import { requestReview } from '../../researchers/reviews/request-review';
import {
  affiliationAfterChange,
  startsResearcherReview,
  type Affiliation,
} from '../../accounts/affiliation.rule';

export type ProfileChanges = Omit<z.output<typeof ProfileDetails>, 'action'>;

export class ChangeProfile extends Command<void> {
  constructor(
    readonly accountId: string,
    readonly changes: ProfileChanges,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(ChangeProfile)
export class ChangeProfileHandler implements ICommandHandler<ChangeProfile> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly limit: RateLimit,
    private readonly clock: Clock,
    private readonly organizations: OrganizationIdChecker,
  ) {}

  /**
   * Changes the profile of a person. If a researcher sets or changes the affiliation, also starts a
   * review, in the same transaction (docs/domain.md, 1).
   * @throws DomainError validation_failed for an identifier of an organization that does not exist;
   * too_many_requests above the limit of reviews
   */
  async execute(command: ChangeProfile): Promise<void> {
    const { accountId, changes } = command;
    if (changes.organization_ror_id)
      await this.mustBePossible(accountId, changes.organization_ror_id);
    // Only the transaction can find out whether the change starts a review, but the rate limit must
    // be counted outside of the transaction. So a change that starts a review runs twice. The first
    // run changes nothing and returns `review not counted`.
    if ((await this.change(command, false)) !== 'review not counted') return;
    await this.limit.consume(processesRateLimits.reviewRequest, accountId);
    let outcome: string | undefined;
    try {
      outcome = await this.change(command, true);
    } finally {
      if (outcome !== 'review begun')
        await this.limit.refund(processesRateLimits.reviewRequest, accountId);
    }
  }

  /** Makes the change, unless it would start a review that was not counted against the rate limit yet. */
  private change(
    { accountId, changes, requestId }: ChangeProfile,
    isCounted: boolean,
  ): Promise<'changed' | 'review begun' | 'review not counted'> {
    return this.unitOfWork.run(
      async (tx) => {
        const before = await lockAccountRow(tx, accountId, 'update');
        if (!before) throw new DomainError('unauthenticated');
        const starts = before.is_researcher && startsResearcherReview(before, changes);
        // A change that leaves the account without an organization starts no review, so it is not
        // counted against the rate limit.
        if (starts && !isCounted && affiliationAfterChange(before, changes).organization !== null)
          return 'review not counted';
        await this.write(tx, accountId, before, changes);
        const review = starts ? await requestReview(tx, accountId) : null;
        tx.record('identity.profile-changed', { account_id: accountId });
        return review === null ? 'changed' : 'review begun';
      },
      { requestId, turn: accountId },
    );
  }

  /**
   * Checks the identifier of an organization. An identifier that the account already has stays
   * valid, even if the registry has dropped it.
   */
  private async mustBePossible(accountId: string, rorId: string): Promise<void> {
    const before = await this.unitOfWork.run((tx) =>
      tx.query<Pick<Affiliation, 'organization_ror_id'>>(
        `SELECT organization_ror_id FROM identity.account_profile WHERE id = $1`,
        [accountId],
      ),
    );
    if (before[0]?.organization_ror_id !== rorId) await this.organizations.mustBePossible(rorId);
  }

  private async write(
    tx: Transaction,
    accountId: string,
    before: AccountRow,
    changes: ProfileChanges,
  ): Promise<void> {
    const { organization, organization_ror_id } = affiliationAfterChange(before, changes);
    const interests =
      changes.interests === undefined ? before.interests : changes.interests || null;
    const { first_name, last_name, language, zone, region } = changes;
    await writeProfile(
      tx,
      accountId,
      {
        first_name,
        last_name,
        language,
        zone,
        region,
        organization,
        organization_ror_id,
        interests,
      },
      this.clock.now(),
    );
  }
}
