import type { PagedRows, Snapshot } from '../platform/db/snapshot';

/**
 * Reads the audit records of an account for its data export. Leaves out the ids of other accounts,
 * because they are the personal data of other people.
 */
export function auditRecordRows(snapshot: Snapshot, accountId: string): PagedRows['pages'] {
  const who = (column: string) =>
    `CASE WHEN ${column} = $1 THEN 'you' WHEN ${column} IS NOT NULL THEN 'somebody else' END`;
  return snapshot.pages<object>(
    `SELECT id, at, action, ${who('actor_id')} AS by, ${who('subject_id')} AS about, details, request_id
     FROM platform.audit WHERE actor_id = $1 OR subject_id = $1 ORDER BY at, id`,
    [accountId],
  );
}
