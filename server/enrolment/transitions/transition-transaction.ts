import type { ParticipationState } from '../../../contracts/enrolment/participations';
import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { eventsHiddenSince } from '../model/state-of-day';
import { lockSessionRows } from '../seats/lock-sessions';
import { promoteWaitlist } from '../seats/promote-waitlist';
import { rowLockedElsewhere } from '../../platform/concurrency/batch';
import {
  judgeDecisionByRoster,
  howToApplyDecision,
  type RosterVerdict,
} from './listed-decision.rule';
import {
  dropPostponedDecisions,
  postponeDecisions,
  rosterLineKeyOf,
  rosterLinesForDecisions,
  type RosterLineForDecision,
} from './pending-decisions';
import { participationView } from '../model/participation-view';
import type { FutureAppointment } from './appointments';
import {
  notInSession,
  type TransitionRequest,
  type RosterDecisionResponse,
  type TransitionResult,
  type TransitionServices,
} from './transition-request';
import type { AllowedTransition } from './legal-transition';
import { lockUnlockedParticipations, waitToLockParticipations } from './lock-participations';
import { completingActions, judgeTransitionAt } from './transition.rule';
import { writeTransitions } from './write-transitions';

/**
 * Runs all requested transitions in one transaction. It locks the sessions and the participations,
 * checks each transition separately (transition.rule.ts), writes those that are legal, and offers
 * freed seats to the waitlist. Two transitions of the same participation run in the order of the
 * requests, and each is logged.
 * @param waits whether to wait for sessions that another transaction has locked; otherwise their
 * requests get `rowLockedElsewhere`
 * @param isPatient whether to wait for a locked participation; otherwise its request gets
 * `notInSession`. The caller may set it only if no transition of another person shares the
 * transaction
 * @returns one result for each request, in their order
 */
export async function runTransitions(
  tx: Transaction,
  { clock, hosted, money, appointments }: TransitionServices,
  requests: readonly TransitionRequest[],
  waits: boolean,
  isPatient = false,
): Promise<TransitionResult[]> {
  const sessions = new Set(requests.map((a) => a.session_id));
  const locked = await lockSessionRows(tx.manager, sessions, waits);
  const ours = requests.filter((a) => waits || locked.has(a.session_id));
  if (ours.length === 0) return requests.map(() => rowLockedElsewhere);
  const ids = ours.map((a) => a.participation_id);
  const sessionIds = ours.map((a) => a.session_id);
  const read = isPatient
    ? await waitToLockParticipations(tx.manager, ids, sessionIds)
    : await lockUnlockedParticipations(tx.manager, [ids, sessionIds]);
  const rows = new Map(read.map((row) => [row.id, row]));
  const complete = await hosted.complete(
    tx,
    ours
      .filter((a) => completingActions.has(a.action) && rows.get(a.participation_id)?.runs_here)
      .map((a) => a.participation_id),
  );
  // Reads the time after the lock, since a deadline may pass while the transaction waits for it.
  const now = clock.now();
  const absent = ours.filter((a) => a.action === 'no-show' && rows.has(a.participation_id));
  const ahead = await appointments.ahead(
    tx,
    absent.map((a) => a.participation_id),
    now,
  );
  const lines = await linesOf(tx, ours, now);
  const answers = new Map<TransitionRequest, TransitionResult>();
  /**
   * The sessions whose transitions may have freed a seat for the waitlist. For each session, the
   * id of the request that caused the first transition.
   */
  const moved = new Map<string, string | null>();
  for (const round of roundsOf(ours)) {
    const allowed: AllowedTransition[] = [];
    const wished: { request: TransitionRequest; to: ParticipationState }[] = [];
    for (const a of round) {
      const found = rows.get(a.participation_id);
      const row = found?.session_id === a.session_id ? found : undefined;
      // The participation is in another session, or another transaction has locked its row. The
      // next attempt waits for locks and reads the row again.
      if (!row && !(a.by_list && isPatient)) {
        answers.set(a, notInSession);
        continue;
      }
      const data_complete = complete.has(a.participation_id);
      const verdict = row && judgeTransitionAt(now, a.action, a.actor, { ...row, data_complete });
      if (a.by_list) {
        const told = judgeDecisionByRoster(now, a.action, lines.get(rosterLineKeyOf(a)));
        answers.set(a, answerOf(told));
        const done = howToApplyDecision(told, verdict);
        if (told.kind !== 'decided' || done === 'nothing') continue;
        if (row && done === 'make') allowed.push({ request: a, row, to: told.to });
        else wished.push({ request: a, to: told.to });
        continue;
      }
      if (!row || !verdict) continue;
      const since = verdict.kind === 'allowed' && mustWaitFor(a, ahead.get(row.id));
      if (since) answers.set(a, new DomainError('slot_ahead', { since }));
      else if (verdict.kind === 'allowed') allowed.push({ request: a, row, to: verdict.to });
      else if (verdict.kind === 'already') answers.set(a, participationView(row));
      else answers.set(a, new DomainError(verdict.code, verdict.from && { from: verdict.from }));
    }
    await writeTransitions(tx, { hosted, money }, allowed, now);
    await postponeDecisions(tx.manager, wished, now);
    await dropPostponedDecisions(tx.manager, overtaken(allowed, lines));
    for (const { request: a, to } of allowed) if (a.by_list) updateLine(lines, a, to, false, now);
    for (const { request: a, to } of wished) updateLine(lines, a, to, true, now);
    for (const { request: a, row } of allowed) {
      if (!a.by_list) answers.set(a, participationView(row));
      if (row.waitlisted > 0 && !moved.has(row.session_id)) moved.set(row.session_id, a.request_id);
    }
  }
  for (const [sessionId, requestId] of moved) await promoteWaitlist(tx, sessionId, now, requestId);
  return requests.map((a) => answers.get(a) ?? rowLockedElsewhere);
}

/** Reads the roster lines of the decisions that are checked against a roster. */
const linesOf = async (
  tx: Transaction,
  requests: readonly TransitionRequest[],
  now: Date,
): Promise<Map<string, RosterLineForDecision>> => {
  const since = eventsHiddenSince('anonymous', now);
  const byList = requests.filter((a) => a.by_list);
  return since === null ? new Map() : rosterLinesForDecisions(tx.manager, byList, since);
};

/**
 * Changes a roster line in memory to what the roster shows after a decision, since a later request
 * may decide about the same line again.
 */
function updateLine(
  lines: Map<string, RosterLineForDecision>,
  a: TransitionRequest,
  state: ParticipationState,
  waits: boolean,
  updated_at: Date,
) {
  const line = lines.get(rosterLineKeyOf(a));
  if (line) lines.set(rosterLineKeyOf(a), { ...line, state, waits, updated_at });
}

/** Converts the verdict on a decision, which was checked against the roster, to the response. */
const answerOf = (answer: RosterVerdict): RosterDecisionResponse | DomainError => {
  switch (answer.kind) {
    case 'no_line':
      return new DomainError('not_found');
    case 'refused':
      return new DomainError(answer.code, answer.from && { from: answer.from });
    case 'already':
      return { state: answer.state, already: true };
    case 'decided':
      return { state: answer.to, already: false };
  }
};

/**
 * Lists the participations with a postponed decision that a later decision, applied immediately,
 * now replaces.
 */
const overtaken = (
  allowed: readonly AllowedTransition[],
  lines: ReadonlyMap<string, RosterLineForDecision>,
): string[] =>
  allowed.flatMap(({ request: a }) =>
    a.by_list && lines.get(rosterLineKeyOf(a))?.waits ? [a.participation_id] : [],
  );

/**
 * A researcher may record that a participant missed a slot only after the slot has begun. If the
 * researcher's roster shows only the day of the slot, only the day must have begun. Otherwise a
 * refusal would reveal the time of the slot.
 * @returns from when the decision is possible; undefined if it is possible now
 */
const mustWaitFor = (
  { action, reads_slots }: TransitionRequest,
  ahead: FutureAppointment | undefined,
): string | null | undefined =>
  action === 'no-show' ? (reads_slots ? ahead?.begins : ahead?.day) : undefined;

/**
 * Splits requests into rounds. Each round contains a participation only once, since one statement
 * can change a row only once.
 */
function roundsOf(requests: readonly TransitionRequest[]): TransitionRequest[][] {
  const rounds: TransitionRequest[][] = [];
  const times = new Map<string, number>();
  for (const a of requests) {
    const time = times.get(a.participation_id) ?? 0;
    times.set(a.participation_id, time + 1);
    (rounds[time] ??= []).push(a);
  }
  return rounds;
}
