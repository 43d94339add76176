import type { Participation } from '../../../contracts/enrolment/participations';
import type { SessionPayer, PaymentTerms } from '../../../contracts/studies/payment-terms';
import { partialRewardDue } from '../../../contracts/enrolment/part-pay.rule';
import { isPaidReward, latestPaymentTime } from '../../../contracts/enrolment/payment.rule';
import { payerSql } from './payer.sql';
import { researcherRecordsCompletionSql } from './session-facts.sql';
import { rewardOf } from './session.rule';
import { mayWithdrawData } from './participation.rule';

/** A participation with the terms that the launch froze in its session. */
export interface ParticipationRow {
  id: string;
  session_id: string;
  study_id: string;
  state: Participation['state'];
  due_at: Date | null;
  /**
   * The reason for the present state. It is null if the participant wrote it: the export of the
   * participant's data contains that reason.
   */
  reason: string | null;
  category: Participation['category'];
  data_withdrawn_on: string | null;
  has_started: boolean;
  consent_withdrawn: boolean;
  paused: boolean;
  created_at: Date;
  updated_at: Date;
  study_title: string;
  runs_outside: boolean;
  runs_here: boolean;
  duration_minutes: number;
  reward_amount: number | null;
  reward_currency: string | null;
  payment_terms: PaymentTerms | null;
  payer: SessionPayer | null;
  by_appointment: boolean;
  researcher_concludes: boolean;
}

/** The columns of ParticipationRow, for `FROM research.participation p JOIN research.session s`. */
export const participationColumns = `
  p.id, p.session_id, p.study_id, p.state,
  p.due_at, CASE WHEN p.moved_by <> 'participant' THEN p.move_reason END AS reason,
  p.move_category AS category, p.data_withdrawn_on::text AS data_withdrawn_on,
  p.started_at IS NOT NULL AS has_started, s.consent_withdrawn, s.paused_at IS NOT NULL AS paused,
  p.created_at, p.updated_at,
  s.snapshot->>'title' AS study_title,
  coalesce(s.snapshot->'runtime'->>'kind' = 'external', false) AS runs_outside,
  coalesce(s.snapshot->'runtime'->>'kind' IN ('hosted', 'builder'), false) AS runs_here,
  (s.snapshot->>'duration_minutes')::int AS duration_minutes,
  s.reward_amount, s.reward_currency, nullif(s.snapshot->'payment_terms', 'null') AS payment_terms,
  ${payerSql('s', 'p.study_id')} AS payer,
  coalesce(s.snapshot->'runtime'->>'kind' IN ('onsite', 'video'), false) AS by_appointment,
  ${researcherRecordsCompletionSql('s')} AS researcher_concludes`;

/** Whether a pause of the session suspends the participant's deadline. */
const stopped = ({ paused, state }: ParticipationRow): boolean =>
  paused && (state === 'offered' || state === 'enrolled');

export const participationView = (row: ParticipationRow): Participation => {
  const reward = rewardOf(row);
  return {
    _id: row.id,
    session_id: row.session_id,
    study_id: row.study_id,
    study_title: row.study_title,
    runs_outside: row.runs_outside,
    runs_here: row.runs_here,
    state: row.state,
    reward,
    payment_terms: row.payment_terms,
    payer: row.payer,
    part_due: isPaidReward(reward) ? partialRewardDue(row, row.payment_terms) : null,
    pay_by: latestPaymentTime(row, reward, row.payment_terms)?.toISOString() ?? null,
    duration_minutes: row.duration_minutes,
    due_at: (stopped(row) ? null : row.due_at)?.toISOString() ?? null,
    reason: row.reason,
    category: row.category,
    data_withdrawn_on: row.data_withdrawn_on,
    paused: stopped(row),
    consent_withdrawn: row.consent_withdrawn,
    may_withdraw_data: mayWithdrawData(row),
    by_appointment: row.by_appointment,
    researcher_concludes: row.researcher_concludes,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
};
