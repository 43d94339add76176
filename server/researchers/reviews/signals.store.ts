import type { ResearcherReview } from '../../../contracts/researchers/researchers';
import type { Transaction } from '../../platform/db/unit-of-work';
import { comparableName } from '../organizations/organization-names.rule';
import { domainMatches } from './mail-domain.rule';

export type ReviewSignals = NonNullable<ResearcherReview['signals']>;
export interface WaitingReview {
  id: string;
  account_id: string;
  organization: string;
  organization_ror_id: string | null;
}
/** The facts about a researcher under review that come from other contexts. */
export interface ResearcherReviewFacts {
  email: string;
  verified: boolean;
  orcid: string | null;
  single_sign_on: boolean;
}

/** @returns the account's pending review, whose row is now locked; undefined if there is none. */
export async function lockWaitingReview(
  tx: Transaction,
  accountId: string,
): Promise<WaitingReview | undefined> {
  const [review] = await tx.query<WaitingReview>(
    `SELECT id, account_id, organization, organization_ror_id FROM identity.review WHERE account_id = $1
     AND state = 'pending' FOR NO KEY UPDATE`,
    [accountId],
  );
  return review;
}

/**
 * Computes hints that help an administrator to decide the review, for example whether the mail
 * address belongs to the organization, and how many earlier reviews were approved.
 */
export async function computeReviewSignals(
  tx: Transaction,
  review: WaitingReview,
  { email, verified, ...hints }: ResearcherReviewFacts,
): Promise<ReviewSignals> {
  const [earlier] = await tx.query<{ earlier_approved: number; earlier_rejected: number }>(
    `SELECT (count(*) FILTER (WHERE state = 'approved'))::int AS earlier_approved,
       (count(*) FILTER (WHERE state = 'rejected'))::int AS earlier_rejected
     FROM identity.review WHERE account_id = $1`,
    [review.account_id],
  );
  const known = await listed(tx, review.organization_ror_id);
  const domains = known ?? (await domainsOfName(tx, review.organization));
  return {
    domain_matches: domainMatches(email, verified, domains),
    domain_unproven: !verified && domainMatches(email, true, domains) === true,
    organization_listed: review.organization_ror_id === null ? null : known !== undefined,
    ...hints,
    ...(earlier ?? { earlier_approved: 0, earlier_rejected: 0 }),
  };
}

/**
 * Stores the computed hints with their review.
 * @param onlyAChange whether to write only if the review has different hints
 * @returns whether the hints were written
 */
export async function writeReviewSignals(
  tx: Transaction,
  reviewId: string,
  signals: ReviewSignals,
  { now, onlyAChange }: { now: Date; onlyAChange: boolean },
): Promise<boolean> {
  const changed = await tx.query(
    `UPDATE identity.review SET signals = $2, signals_at = $3 WHERE id = $1
     AND ($4 OR signals IS DISTINCT FROM $2::jsonb) RETURNING id`,
    [reviewId, JSON.stringify(signals), now, !onlyAChange],
  );
  return changed.length > 0;
}

/** Reads the next accounts with a pending review, in the order of the reviews, at most `atMost`. */
export const readNextWaitingReviews = (
  tx: Transaction,
  afterReviewId: string | null,
  atMost: number,
): Promise<{ id: string; account_id: string }[]> =>
  tx.query(
    `SELECT id, account_id FROM identity.review WHERE state = 'pending'
     AND ($1::uuid IS NULL OR id > $1) ORDER BY id LIMIT $2`,
    [afterReviewId, atMost],
  );

/** Returns the domains of the organization with this id; undefined if no organization has it. */
async function listed(tx: Transaction, rorId: string | null): Promise<string[] | undefined> {
  if (rorId === null) return undefined;
  const [row] = await tx.query<{ domains: string[] }>(
    `SELECT domains FROM identity.organization WHERE ror_id = $1`,
    [rorId],
  );
  return row?.domains;
}

/** Returns the domains of the organizations with this name. */
async function domainsOfName(tx: Transaction, organization: string): Promise<string[]> {
  const name = comparableName(organization);
  // A name without letters or digits becomes an empty text, with which nothing can be compared.
  if (name === '') return [];
  const rows = await tx.query<{ domains: string[] }>(
    `SELECT domains FROM identity.organization WHERE names LIKE $1 LIMIT 20`,
    [`%\n${name}\n%`],
  );
  return rows.flatMap((row) => row.domains);
}
