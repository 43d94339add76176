import { limits } from '../../../../contracts/base/limits';
import type {
  Participation as View,
  ParticipationState,
  RejectionCategory,
} from '../../../../contracts/participations';
import { days, later, minutes, type Clock } from '../../../platform/concurrency/clock';
import { prepared } from '../../../platform/db/prepared';
import type { Transaction } from '../../../platform/db/unit-of-work';
import { DomainError } from '../../../platform/http/errors';
import type { AppointmentAhead, Appointments } from './appointments';
import { eventOfState } from './event-of-state';
import type { HostedData } from './hosted-data';
import type { StartDemographics } from './start-demographics.rule';
import { lockSessions } from '../../seats/lock-sessions';
import { promoteWaitlist } from '../../seats/promote-waitlist';
import { held } from '../../seats/session-lanes';
import type { Action, Actor } from '../participation.rule';
import { lockFree, lockPatiently, type LockedParticipation } from './lock-participations';
import { participationView } from '../participation-view';
import { completing, judgeAt } from './transition.rule';

/** A transition that its caller may ask for; whether it is legal is judged under the lock. */
export interface Asked {
  participation_id: string;
  /** Where the participation was when it was looked up. */
  session_id: string;
  action: Action;
  actor: Actor;
  reason: string | null;
  /** Of a rejection. */
  category: RejectionCategory | null;
  /** What a start keeps of the participant's demographics. */
  demographics: StartDemographics | null;
  request_id: string | null;
  /** A researcher asks who reads the time of a slot beside a tag; else a refusal tells the day alone. */
  reads_slots?: boolean;
}

/** The participation was not found in its session, or another transaction holds its row. */
export const missed = Symbol('missed');
export type TransitionAnswer = View | DomainError | typeof held | typeof missed;

/** What transitions happen on. */
export interface TransitionGround {
  readonly clock: Clock;
  readonly hosted: HostedData;
  readonly appointments: Appointments;
}

/** Ends after which no more data are wanted; who only took too long may still send theirs. */
const ending: ReadonlySet<ParticipationState> = new Set(['withdrawn', 'screened_out', 'nullified']);

const move = prepared(
  'move-participations',
  `UPDATE research.participation p
   SET state = m.state, moved_by = m.actor, move_reason = m.reason,
     move_category = m.category,
     wait_no = NULL, due_at = m.due_at, updated_at = $2,
     started_at = CASE WHEN m.state = 'started' THEN $2 ELSE p.started_at END,
     demographics = coalesce(m.demographics, p.demographics)
   FROM jsonb_to_recordset($1::jsonb) AS m (
     id uuid, state text, actor text, reason text, category text, due_at timestamptz,
     demographics jsonb
   )
   WHERE p.id = m.id`,
);

/** $2: the day (UTC). Neither the state nor when it was reached changes. */
const withdrawData = prepared(
  'withdraw-data',
  `UPDATE research.participation SET data_withdrawn_on = $2
   WHERE id = ANY($1::uuid[]) AND data_withdrawn_on IS NULL`,
);

/**
 * All transitions that are asked for, each judged for itself: locks the sessions and reads the
 * participations, judges (transition.rule.ts) and writes, offers what became free. Two of the same
 * participation follow each other in the order of asking, and each is logged.
 * @param waits for sessions that another transaction holds, instead of answering `held`
 * @param isPatient waits for a participation that is held, instead of answering `missed`: where
 * no transition of another person shares the transaction
 * @returns one answer for each, in their order
 */
export async function runTransitions(
  tx: Transaction,
  { clock, hosted, appointments }: TransitionGround,
  asked: readonly Asked[],
  waits: boolean,
  isPatient = false,
): Promise<TransitionAnswer[]> {
  const sessions = new Set(asked.map((a) => a.session_id));
  const locked = await lockSessions(tx.manager, sessions, waits);
  const ours = asked.filter((a) => waits || locked.has(a.session_id));
  if (ours.length === 0) return asked.map(() => held);
  const ids = ours.map((a) => a.participation_id);
  const sessionIds = ours.map((a) => a.session_id);
  const read = isPatient
    ? await lockPatiently(tx.manager, ids, sessionIds)
    : await lockFree(tx.manager, [ids, sessionIds]);
  const rows = new Map(read.map((row) => [row.id, row]));
  const complete = await hosted.complete(
    tx,
    ours
      .filter((a) => completing.has(a.action) && rows.get(a.participation_id)?.runs_here)
      .map((a) => a.participation_id),
  );
  // After the lock, since the wait for it may last beyond a deadline.
  const now = clock.now();
  const absent = ours.filter((a) => a.action === 'no-show' && rows.has(a.participation_id));
  const ahead = await appointments.ahead(
    tx,
    absent.map((a) => a.participation_id),
    now,
  );
  const answers = new Map<Asked, TransitionAnswer>();
  /** By session with a waitlist, the request that first moved a participation in it. */
  const moved = new Map<string, string | null>();
  for (const round of roundsOf(ours)) {
    const allowed: Allowed[] = [];
    for (const a of round) {
      const row = rows.get(a.participation_id);
      if (!row) {
        answers.set(a, missed);
        continue;
      }
      const data_complete = complete.has(row.id);
      const verdict = judgeAt(now, a.action, a.actor, { ...row, data_complete });
      const since = verdict.kind === 'allowed' && mustWaitFor(a, ahead.get(row.id));
      if (since) answers.set(a, new DomainError('slot_ahead', { since }));
      else if (verdict.kind === 'allowed') allowed.push({ asked: a, row, to: verdict.to });
      else if (verdict.kind === 'already') answers.set(a, participationView(row));
      else answers.set(a, new DomainError(verdict.code, verdict.from && { from: verdict.from }));
    }
    await write(tx, hosted, allowed, now);
    for (const { asked: a, row } of allowed) {
      answers.set(a, participationView(row));
      if (row.waitlisted > 0 && !moved.has(row.session_id)) moved.set(row.session_id, a.request_id);
    }
  }
  for (const [sessionId, requestId] of moved) await promoteWaitlist(tx, sessionId, now, requestId);
  return asked.map((a) => answers.get(a) ?? held);
}

/**
 * A participant cannot have stayed away before the slot begins. Where the lists tell the day alone, that
 * day counts: a refusal must not tell which of its slots it is.
 * @returns since when it is possible
 */
const mustWaitFor = (
  { action, reads_slots }: Asked,
  ahead: AppointmentAhead | undefined,
): string | null | undefined =>
  action === 'no-show' ? (reads_slots ? ahead?.begins : ahead?.day) : undefined;

/** Each round has a participation once, since one statement can move a row only once. */
function roundsOf(asked: readonly Asked[]): Asked[][] {
  const rounds: Asked[][] = [];
  const times = new Map<string, number>();
  for (const a of asked) {
    const time = times.get(a.participation_id) ?? 0;
    times.set(a.participation_id, time + 1);
    (rounds[time] ??= []).push(a);
  }
  return rounds;
}

interface Allowed {
  asked: Asked;
  row: LockedParticipation;
  to: ParticipationState;
}

/** Writes the transitions and their events, and brings the rows up to date. */
async function write(
  tx: Transaction,
  hosted: HostedData,
  allowed: readonly Allowed[],
  now: Date,
): Promise<void> {
  const withdrawn = allowed.filter(({ asked }) => asked.action === 'withdraw-data');
  await writeWithdrawals(tx, withdrawn, now);
  await hosted.erase(tx, hostedOf(withdrawn));
  const moving = allowed.filter(({ asked }) => asked.action !== 'withdraw-data');
  if (moving.length === 0) return;
  const moves = moving.map(({ asked, row, to }) => {
    row.state = to;
    row.reason = asked.actor === 'participant' ? null : asked.reason;
    row.category = asked.category;
    row.due_at = dueOf(row, to, now);
    row.has_started ||= to === 'started';
    row.updated_at = now;
    return {
      id: row.id,
      state: to,
      actor: asked.actor,
      reason: asked.reason,
      category: asked.category,
      due_at: row.due_at,
      demographics: to === 'started' ? asked.demographics : null,
    };
  });
  await move(tx.manager, [JSON.stringify(moves), now]);
  await hosted.end(tx, hostedOf(moving.filter(({ to }) => ending.has(to))));
  for (const { asked, row, to } of moving)
    tx.record(
      eventOfState(to),
      { participation_id: row.id, session_id: row.session_id, study_id: row.study_id },
      asked.request_id,
    );
}

const hostedOf = (allowed: readonly Allowed[]): string[] =>
  allowed.filter(({ row }) => row.runs_here).map(({ row }) => row.id);

async function writeWithdrawals(
  tx: Transaction,
  withdrawn: readonly Allowed[],
  now: Date,
): Promise<void> {
  if (withdrawn.length === 0) return;
  const day = now.toISOString().slice(0, 10);
  await withdrawData(tx.manager, [withdrawn.map(({ row }) => row.id), day]);
  for (const { asked, row } of withdrawn) {
    row.data_withdrawn_on = day;
    tx.record(
      'enrolment.data-withdrawn',
      { participation_id: row.id, session_id: row.session_id, study_id: row.study_id },
      asked.request_id,
    );
  }
}

const dueOf = (row: LockedParticipation, to: ParticipationState, now: Date): Date | null =>
  to === 'started'
    ? row.researcher_concludes
      ? // Not the participant's time, but the researcher's to note it.
        later(now, days(limits.reviewDays))
      : later(now, minutes(row.maximum_minutes))
    : to === 'enrolled'
      ? later(now, minutes(row.start_within_minutes))
      : to === 'completed'
        ? later(now, days(limits.reviewDays))
        : null;
