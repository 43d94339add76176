import type { RunningApp } from '../../../support/app/app';
import { eventually } from '../../../support/chance/wait';

/**
 * Counts the work that is left. Counts only webhook messages to the test's receiver: a message to
 * another address is retried for days. A closed session counts until a job has computed how much of
 * its money may go back to the wallet.
 */
const waiting = `
  SELECT (SELECT count(*)::int FROM platform.outbox WHERE relayed_at IS NULL) AS events,
    (SELECT count(*)::int FROM research.study_export WHERE state IN ('waiting', 'running')) AS exports,
    (SELECT count(*)::int FROM research.session_hold h JOIN research.session s ON s.id = h.session_id
     WHERE s.state = 'closed' AND h.counted_on IS NULL) AS holds,
    (SELECT count(*)::int FROM identity.webhook_message m JOIN identity.webhook w ON w.id = m.webhook_id
     WHERE m.state = 'waiting' AND w.url LIKE 'http://127.0.0.1:%') AS messages`;

/** Waits until the workers have finished the work of earlier steps. */
export async function waitUntilWorkersIdle({ source }: Pick<RunningApp, 'source'>): Promise<void> {
  await eventually(
    async () => (await source.query<Record<string, number>[]>(waiting))[0] ?? {},
    (left) => Object.values(left).every((count) => count === 0),
    20_000,
  );
}
