import type { EntityManager } from 'typeorm';
import { prepared } from '../../platform/db/prepared';

/**
 * Locks in the order of the ids, like every transaction that waits for locks, so that no two deadlock. Not FOR UPDATE,
 * which would wait for every new row with a foreign key to the session, although no id changes.
 */
const wait = prepared<{ id: string }>(
  'lock-sessions',
  `SELECT id FROM research.session WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
);
/**
 * Skips sessions that are locked instead of waiting for other transactions, so it can lock them in any order. The
 * rest of the transaction finds rows by their key (docs/decisions/outbox-and-queues.md). Such a transaction may serve
 * people of many sessions, so it waits for no other row for longer than a second either.
 */
const skip = prepared<{ id: string; lock_timeout: string; enable_seqscan: string }>(
  'lock-free-sessions',
  `SELECT id, set_config('lock_timeout', '1000', true) AS lock_timeout,
     set_config('enable_seqscan', 'off', true) AS enable_seqscan FROM research.session
   WHERE id = ANY($1::uuid[]) FOR NO KEY UPDATE SKIP LOCKED`,
);

/**
 * Locks the rows of sessions until the transaction ends.
 * @param waits for the rows that another transaction holds, at most `lock_timeout`; else these rows
 * are left out
 * @returns the sessions that are locked
 * @throws the error of PostgreSQL with code 55P03, after `lock_timeout`
 */
export async function lockSessions(
  manager: EntityManager,
  sessionIds: Iterable<string>,
  waits: boolean,
): Promise<Set<string>> {
  const ids = [...sessionIds];
  const rows = waits ? await wait(manager, [ids]) : await skip(manager, [ids]);
  return new Set(rows.map(({ id }) => id));
}
