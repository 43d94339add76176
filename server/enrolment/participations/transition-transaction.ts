import type { EntityManager } from 'typeorm';
import { limits } from '../../../contracts/base/limits';
import type {
  Participation as View,
  ParticipationState,
  RejectionCategory,
} from '../../../contracts/participations';
import { days, later, minutes, type Clock } from '../../platform/concurrency/clock';
import { prepared } from '../../platform/db/prepared';
import { isLockTimeout } from '../../platform/db/transient-failure';
import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/http/errors';
import { eventOfState } from './event-of-state';
import type { StartDemographics } from './start-demographics.rule';
import { lockSessions } from '../seats/lock-sessions';
import { promoteWaitlist } from '../seats/promote-waitlist';
import { held } from '../seats/session-lanes';
import type { Action, Actor } from './participation.rule';
import {
  participationColumns,
  participationView,
  type ParticipationRow,
} from './participation-view';
import { judgeAt, type Standing } from './transition.rule';

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
}

/** The participation was not found in its session, or another transaction holds its row. */
export const missed = Symbol('missed');
export type TransitionAnswer = View | DomainError | typeof held | typeof missed;

type Locked = ParticipationRow &
  Standing & { start_within_minutes: number; maximum_minutes: number; waitlisted: number };

const ofSessions = `SELECT ${participationColumns},
     s.state AS session_state, s.closes_at AS session_closes_at,
     s.start_within_minutes, s.maximum_minutes, s.waitlisted
   FROM unnest($1::uuid[], $2::uuid[]) AS a (id, session_id)
   JOIN research.participation p ON p.id = a.id AND p.session_id = a.session_id
   JOIN research.session s ON s.id = p.session_id`;
/**
 * Participations of locked sessions. A booking or a message holds one for a moment without the lock
 * of its session: it is left out instead of making the others wait.
 */
const lockFree = prepared<Locked>(
  'lock-participations',
  `${ofSessions} FOR NO KEY UPDATE OF p SKIP LOCKED`,
);
/** Waits for such a moment, in the order of the ids, as all who hold several. */
const lockAll = prepared<Locked>(
  'await-participations',
  `${ofSessions} ORDER BY p.id FOR NO KEY UPDATE OF p`,
);
const waitForASecond = prepared(
  'await-participations-briefly',
  `SELECT set_config('lock_timeout', '1000', true)`,
);

/** @throws DomainError unavailable, where a row is held for longer than a second */
async function lockPatiently(
  manager: EntityManager,
  ids: string[],
  sessionIds: string[],
): Promise<Locked[]> {
  await waitForASecond(manager, []);
  try {
    return await lockAll(manager, [ids, sessionIds]);
  } catch (error) {
    // Not the error of PostgreSQL, which would stand for the session's row (session-lanes.ts).
    if (isLockTimeout(error)) throw new DomainError('unavailable');
    throw error;
  }
}

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
  clock: Clock,
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
  // After the lock, since the wait for it may last beyond a deadline.
  const now = clock.now();
  const answers = new Map<Asked, TransitionAnswer>();
  /** By session with a waitlist, the request that first moved somebody in it. */
  const moved = new Map<string, string | null>();
  for (const round of roundsOf(ours)) {
    const allowed: Allowed[] = [];
    for (const a of round) {
      const row = rows.get(a.participation_id);
      if (!row) {
        answers.set(a, missed);
        continue;
      }
      const verdict = judgeAt(now, a.action, a.actor, row);
      if (verdict.kind === 'allowed') allowed.push({ asked: a, row, to: verdict.to });
      else if (verdict.kind === 'already') answers.set(a, participationView(row));
      else answers.set(a, new DomainError(verdict.code, verdict.from && { from: verdict.from }));
    }
    await write(tx, allowed, now);
    for (const { asked: a, row } of allowed) {
      answers.set(a, participationView(row));
      if (row.waitlisted > 0 && !moved.has(row.session_id)) moved.set(row.session_id, a.request_id);
    }
  }
  for (const [sessionId, requestId] of moved) await promoteWaitlist(tx, sessionId, now, requestId);
  return asked.map((a) => answers.get(a) ?? held);
}

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
  row: Locked;
  to: ParticipationState;
}

/** Writes the transitions and their events, and brings the rows up to date. */
async function write(tx: Transaction, allowed: readonly Allowed[], now: Date): Promise<void> {
  await writeWithdrawals(
    tx,
    allowed.filter(({ asked }) => asked.action === 'withdraw-data'),
    now,
  );
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
  for (const { asked, row, to } of moving)
    tx.record(
      eventOfState(to),
      { participation_id: row.id, session_id: row.session_id, study_id: row.study_id },
      asked.request_id,
    );
}

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

const dueOf = (row: Locked, to: ParticipationState, now: Date): Date | null =>
  to === 'started'
    ? later(now, minutes(row.maximum_minutes))
    : to === 'enrolled'
      ? later(now, minutes(row.start_within_minutes))
      : to === 'completed'
        ? later(now, days(limits.reviewDays))
        : null;
