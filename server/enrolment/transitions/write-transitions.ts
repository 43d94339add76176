import { enrolmentLimits } from '../../../contracts/enrolment/limits';
import type { ParticipationState } from '../../../contracts/enrolment/participations';
import { days, addMilliseconds, minutes } from '../../platform/concurrency/clock';
import { prepared } from '../../platform/db/prepared';
import type { Transaction } from '../../platform/db/unit-of-work';
import { eventOnEnteringState } from '../model/event-of-state';
import type { AllowedTransition } from './legal-transition';
import type { LockedParticipation } from './lock-participations';
import { ensureSeatsForOverturned } from './ensure-seats';
import type { TransitionServices } from './transition-request';

/**
 * States after which the server accepts no more data of the study. The state `timed_out` is not one
 * of them: a participant who took too long may still send data.
 */
const ending: ReadonlySet<ParticipationState> = new Set(['withdrawn', 'screened_out', 'nullified']);

const move = prepared(
  'move-participations',
  `UPDATE research.participation p
   SET state = m.state, moved_by = m.actor, move_reason = m.reason,
     move_category = m.category,
     wait_no = NULL, due_at = m.due_at, updated_at = $2,
     started_at = CASE WHEN m.state = 'started' THEN coalesce(p.started_at, $2) ELSE p.started_at END,
     demographics = coalesce(m.demographics, p.demographics)
   FROM jsonb_to_recordset($1::jsonb) AS m (
     id uuid, state text, actor text, reason text, category text, due_at timestamptz,
     demographics jsonb
   )
   WHERE p.id = m.id`,
);

/**
 * Records that participants withdrew their data, on the day (UTC) $2. The state of the
 * participation stays the same, and so does the time at which it was reached.
 */
const withdrawData = prepared(
  'withdraw-data',
  `UPDATE research.participation SET data_withdrawn_on = $2
   WHERE id = ANY($1::uuid[]) AND data_withdrawn_on IS NULL`,
);

/** Writes the transitions and their events, and updates the rows in memory. */
export async function writeTransitions(
  tx: Transaction,
  { hosted, money }: Pick<TransitionServices, 'hosted' | 'money'>,
  allowed: readonly AllowedTransition[],
  now: Date,
): Promise<void> {
  const withdrawn = allowed.filter(({ request }) => request.action === 'withdraw-data');
  await writeWithdrawals(tx, withdrawn, now);
  await hosted.erase(tx, hostedOf(withdrawn));
  const moving = allowed.filter(({ request }) => request.action !== 'withdraw-data');
  if (moving.length === 0) return;
  const moves = moving.map(({ request, row, to }) => {
    row.state = to;
    row.reason = request.actor === 'participant' ? null : request.reason;
    row.category = request.category;
    row.due_at = dueOf(row, to, now);
    row.has_started ||= to === 'started';
    row.updated_at = now;
    return {
      id: row.id,
      state: to,
      actor: request.actor,
      reason: request.reason,
      category: request.category,
      due_at: row.due_at,
      demographics: to === 'started' ? request.demographics : null,
    };
  });
  await ensureSeatsForOverturned(tx, money, moving, now);
  await move(tx.manager, [JSON.stringify(moves), now]);
  await hosted.end(tx, hostedOf(moving.filter(({ to }) => ending.has(to))));
  await hosted.reopen(tx, hostedOf(moving.filter(isRestart)));
  for (const { request, row, to } of moving) {
    const data = { participation_id: row.id, session_id: row.session_id, study_id: row.study_id };
    tx.record(eventOnEnteringState(to), data, request.request_id);
    if (request.action === 'overturn')
      tx.record('enrolment.decision-overturned', data, request.request_id);
  }
}

/** Whether overturning a cancellation resumes the participation. If so, its run continues, too. */
const isRestart = ({ request, to }: AllowedTransition): boolean =>
  request.action === 'overturn' && to === 'started';

const hostedOf = (allowed: readonly AllowedTransition[]): string[] =>
  allowed.filter(({ row }) => row.runs_here).map(({ row }) => row.id);

async function writeWithdrawals(
  tx: Transaction,
  withdrawn: readonly AllowedTransition[],
  now: Date,
): Promise<void> {
  if (withdrawn.length === 0) return;
  const day = now.toISOString().slice(0, 10);
  await withdrawData(tx.manager, [withdrawn.map(({ row }) => row.id), day]);
  for (const { request, row } of withdrawn) {
    row.data_withdrawn_on = day;
    tx.record(
      'enrolment.data-withdrawn',
      { participation_id: row.id, session_id: row.session_id, study_id: row.study_id },
      request.request_id,
    );
  }
}

const dueOf = (row: LockedParticipation, to: ParticipationState, now: Date): Date | null =>
  to === 'started'
    ? row.researcher_concludes
      ? // The researcher has this time to note the result; the participant has none.
        addMilliseconds(now, days(enrolmentLimits.reviewDays))
      : addMilliseconds(now, minutes(row.maximum_minutes))
    : to === 'enrolled'
      ? addMilliseconds(now, minutes(row.start_within_minutes))
      : to === 'completed'
        ? addMilliseconds(now, days(enrolmentLimits.reviewDays))
        : null;
