import type { NewBonus, NewTopUp } from '../../../contracts/payments/bonuses';
import { hiddenSince } from '../../enrolment/model/state-of-day';
import { listedParticipants } from '../../enrolment/rosters/listed-participants';
import { utcDay } from '../../platform/concurrency/clock';
import type { Transaction } from '../../platform/db/unit-of-work';
import { badField, badFields, DomainError } from '../../platform/errors/errors';
import type { Secrets } from '../../platform/security/secrets';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import { shownPaymentSql } from '../model/shown-payment.sql';
import {
  digestText,
  namedPayments,
  paymentsToApproved,
  topUpPayments,
  type BonusPayment,
  type LineFault,
  type ShownReward,
} from './bonus-lines.rule';

export type BonusOrder =
  | { readonly kind: 'bonus'; readonly body: NewBonus }
  | { readonly kind: 'top_up'; readonly body: NewTopUp };

export interface BonusPlan {
  readonly payments: readonly BonusPayment[];
  readonly reason: string | null;
  readonly digest: Buffer;
}

/** The session that pays, as the caller read or locked it. */
export interface PayingHold {
  readonly session_id: string;
  readonly privacy_level: PrivacyLevel;
  readonly currency: string;
  readonly fee_basis_points: number;
}

/** Lines that cannot be paid in one answer: more are of no help. */
const mostFaults = 100;

/**
 * Finds out whom an order pays, by what the session's lists show its researchers.
 * @throws DomainError validation_failed with a field for each line that cannot be paid, or for another currency;
 *   digest_stale instead of the lines' faults where the order was confirmed before
 */
export async function planBonus(
  on: Pick<Transaction, 'query'>,
  secrets: Pick<Secrets, 'mac'>,
  hold: PayingHold,
  order: BonusOrder,
  now: Date,
): Promise<BonusPlan> {
  const { body } = order;
  if (body.currency !== undefined && body.currency !== hold.currency)
    throw badField('currency', 'invalid_currency');
  const since = hiddenSince(hold.privacy_level, now);
  const listed = await listedParticipants(on, secrets, hold.session_id, since);
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
        ? namedPayments(order.body.lines, listed, hold.fee_basis_points)
        : {
            payments: paymentsToApproved(order.body.amount ?? 0, listed, hold.fee_basis_points),
            faults: [],
          };
  if (faults.length > 0)
    throw body.digest === undefined ? refused(faults) : new DomainError('digest_stale');
  const reason = order.kind === 'bonus' ? order.body.reason : null;
  const [{ earlier } = { earlier: 0 }] = await on.query<{ earlier: number }>(
    `SELECT count(*)::int AS earlier FROM research.bonus WHERE session_id = $1`,
    [hold.session_id],
  );
  const text = digestText({
    session: hold.session_id,
    kind: order.kind,
    reason,
    currency: hold.currency,
    earlier,
    payments,
  });
  return { payments, reason, digest: secrets.mac('bonus-digest', text) };
}

const refused = (faults: readonly LineFault[]) =>
  badFields(
    faults.slice(0, mostFaults).map(({ index, code }) => ({ path: `lines.${index}.tag`, code })),
  );

const shownRewards = (
  on: Pick<Transaction, 'query'>,
  sessionId: string,
  today: string | null,
): Promise<ShownReward[]> =>
  on.query<ShownReward>(
    `SELECT p.participation_id AS "participationId", p.amount, shown.state, coalesce(topped.amount, 0)::int AS "toppedUp"
     FROM research.payment p
       LEFT JOIN (
         SELECT participation_id, sum(amount) AS amount FROM research.payment
         WHERE session_id = $1 AND kind = 'top_up' GROUP BY participation_id) topped USING (participation_id),
       LATERAL (${shownPaymentSql('p', '$2')}) shown
     WHERE p.session_id = $1 AND p.kind = 'reward'`,
    [sessionId, today],
  );
