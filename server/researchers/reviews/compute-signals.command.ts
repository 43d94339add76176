import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Review } from '../../../contracts/researchers';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { foldedName } from '../organizations/organization-names.rule';
import { domainMatches } from './signals.rule';

/**
 * Answers with the review that waits for a decision, or null where none does; if only a change is
 * of interest, null also where all is as it was.
 */
export class ComputeSignals extends Command<string | null> {
  constructor(
    readonly accountId: string,
    readonly onlyAChange = false,
  ) {
    super();
  }
}

interface Waiting {
  id: string;
  organization: string;
  organization_ror_id: string | null;
}
interface Known {
  email: string;
  verified: boolean;
  orcid: string | null;
  single_sign_on: boolean;
  earlier_approved: number;
  earlier_rejected: number;
}

/** What helps an administrator to decide, as far as the tables know; never a decision. */
@CommandHandler(ComputeSignals)
export class ComputeSignalsHandler implements ICommandHandler<ComputeSignals> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  execute({ accountId, onlyAChange }: ComputeSignals): Promise<string | null> {
    return this.unitOfWork.run(async (tx) => {
      // Locked first and read afterwards: of two that compute at once the later one sees all that
      // the earlier one saw.
      const [review] = await tx.query<Waiting>(
        `SELECT id, organization, organization_ror_id FROM identity.review WHERE account_id = $1
         AND state = 'pending' FOR NO KEY UPDATE`,
        [accountId],
      );
      if (!review) return null;
      const signals = await this.signals(tx, accountId, review);
      const changed = await tx.query(
        `UPDATE identity.review SET signals = $2, signals_at = $3 WHERE id = $1
         AND ($4 OR signals IS DISTINCT FROM $2::jsonb) RETURNING id`,
        [review.id, JSON.stringify(signals), this.clock.now(), !onlyAChange],
      );
      return changed.length > 0 ? review.id : null;
    });
  }

  private async signals(
    tx: Transaction,
    accountId: string,
    review: Waiting,
  ): Promise<NonNullable<Review['signals']>> {
    const [known] = await tx.query<Known>(
      `SELECT a.email, a.status = 'ACTIVE' AS verified,
         (SELECT i.subject FROM identity.identity i WHERE i.account_id = a.id AND i.provider = 'orcid') AS orcid,
         EXISTS (SELECT 1 FROM identity.identity i WHERE i.account_id = a.id AND i.provider = 'ssoready') AS single_sign_on,
         (SELECT count(*)::int FROM identity.review r WHERE r.account_id = a.id AND r.state = 'approved') AS earlier_approved,
         (SELECT count(*)::int FROM identity.review r WHERE r.account_id = a.id AND r.state = 'rejected') AS earlier_rejected
       FROM identity.account a WHERE a.id = $1`,
      [accountId],
    );
    if (!known) throw new Error('a review outlives its account by no moment');
    const { email, verified, ...signals } = known;
    const listed = await this.listed(tx, review.organization_ror_id);
    const domains = listed ?? (await this.domainsOfName(tx, review.organization));
    return {
      domain_matches: domainMatches(email, verified, domains),
      domain_unproven: !verified && domainMatches(email, true, domains) === true,
      organization_listed: review.organization_ror_id === null ? null : listed !== undefined,
      ...signals,
    };
  }

  /** The domains of the organization that is identified; undefined where nobody knows it. */
  private async listed(tx: Transaction, rorId: string | null): Promise<string[] | undefined> {
    if (rorId === null) return undefined;
    const [row] = await tx.query<{ domains: string[] }>(
      `SELECT domains FROM identity.organization WHERE ror_id = $1`,
      [rorId],
    );
    return row?.domains;
  }

  /** Of all organizations that bear the name. */
  private async domainsOfName(tx: Transaction, organization: string): Promise<string[]> {
    const name = foldedName(organization);
    // Of a name without a letter or digit nothing is left to compare.
    if (name === '') return [];
    const rows = await tx.query<{ domains: string[] }>(
      `SELECT domains FROM identity.organization WHERE names LIKE $1 LIMIT 20`,
      [`%\n${name}\n%`],
    );
    return rows.flatMap((row) => row.domains);
  }
}
