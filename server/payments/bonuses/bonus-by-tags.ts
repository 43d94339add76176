import type { NewBonus, NewTopUp } from '../../../contracts/payments/bonuses';
import { eventsHiddenSince } from '../../enrolment/model/state-of-day';
import { rosterParticipants } from '../../enrolment/rosters/listed-participants';
import { utcDay } from '../../platform/concurrency/clock';
import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import type { Secrets } from '../../platform/security/secrets';
import { paymentShownToResearchersSql } from '../model/shown-payment.sql';
import {
  bonusTotals,
  bonusDigestText,
  bonusPaymentsForTags,
  bonusPaymentsForApproved,
  topUpPayments,
  type ListedReward,
} from './bonus-lines.rule';
import {
  bonusLinesError,
  type BonusOrder,
  type BonusPlan,
  type BonusPayingSession,
} from './bonus-order';
import { insertBonusPayments } from './bonuses.store';

export type BonusByTagsRequest =
  | { readonly kind: 'bonus'; readonly body: NewBonus }
  | { readonly kind: 'top_up'; readonly body: NewTopUp };

/**
 * Makes the order for a bonus or top-up. Its result depends only on facts that the researcher's
 * pages about the session already show, so the researcher learns nothing new from it.
 */
export const bonusOrderByTags = (order: BonusByTagsRequest): BonusOrder => ({
  kind: order.kind,
  currency: order.body.currency,
  digest: order.body.digest,
  spendsForAnswers: false,
  plan: (on, secrets, hold, now) => planByTags(on, secrets, hold, order, now),
});

async function planByTags(
  on: Pick<Transaction, 'query'>,
  secrets: Pick<Secrets, 'mac'>,
  hold: BonusPayingSession,
  order: BonusByTagsRequest,
  now: Date,
): Promise<BonusPlan> {
  const since = eventsHiddenSince(hold.privacy_level, now);
  const listed = await rosterParticipants(on, secrets, hold.session_id, since);
  const { payments, faults } =
    order.kind === 'top_up'
      ? {
          payments: topUpPayments(
            order.body.reward,
            listed,
            await shownRewards(on, hold.session_id, since && utcDay(since)),
            hold.fee_basis_points,
          ),
          faults: [],
        }
      : order.body.lines
        ? bonusPaymentsForTags(order.body.lines, listed, hold.fee_basis_points)
        : {
            payments: bonusPaymentsForApproved(
              order.body.amount ?? 0,
              listed,
              hold.fee_basis_points,
            ),
            faults: [],
          };
  if (faults.length > 0)
    throw order.body.digest === undefined
      ? bonusLinesError(faults, 'tag')
      : new DomainError('digest_stale');
  const reason = order.kind === 'bonus' ? order.body.reason : null;
  const [{ earlier } = { earlier: 0 }] = await on.query<{ earlier: number }>(
    `SELECT count(*)::int AS earlier FROM research.bonus WHERE session_id = $1`,
    [hold.session_id],
  );
  const text = bonusDigestText({
    session: hold.session_id,
    kind: order.kind,
    reason,
    currency: hold.currency,
    earlier,
    payments,
  });
  return {
    totals: bonusTotals(payments),
    reason,
    digest: secrets.mac('bonus-digest', text),
    insert: (tx, bonus) => insertBonusPayments(tx, bonus, hold.session_id, payments),
  };
}

const shownRewards = (
  on: Pick<Transaction, 'query'>,
  sessionId: string,
  today: string | null,
): Promise<ListedReward[]> =>
  on.query<ListedReward>(
    `SELECT p.participation_id AS "participationId", p.amount, shown.state, coalesce(topped.amount, 0)::int AS "toppedUp"
     FROM research.payment p
       LEFT JOIN (
         SELECT participation_id, sum(amount) AS amount FROM research.payment
         WHERE session_id = $1 AND kind = 'top_up' GROUP BY participation_id) topped USING (participation_id),
       LATERAL (${paymentShownToResearchersSql('p', '$2')}) shown
     WHERE p.session_id = $1 AND p.kind = 'reward'`,
    [sessionId, today],
  );
