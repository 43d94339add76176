import type { RunningApp } from '../../support/app/app';
import { bodyOf } from '../../support/app/body-of';
import type { TestPerson } from '../../support/people/people';

interface AuditRecord {
  action: string;
  actor_id: string | null;
  details: Record<string, unknown>;
}

/** Changes and deletes accounts over HTTP as an administrator, and reads the audit records. */
export const accountAdminRequestsOf = (run: RunningApp, administrator: TestPerson) => {
  const change = (id: string, body: object, who = administrator) =>
    run.http().put(`/api/users/${id}/`).set(who.headers).send(body);
  const erase = (id: string, who = administrator, body: object = { reason: 'Asked by mail' }) =>
    run.http().delete(`/api/users/${id}/`).set(who.headers).send(body);
  const find = async (query: string, who = administrator) =>
    (
      await bodyOf<{ items: Record<string, unknown>[] }>(
        run.http().get(`/api/users/?${query}`).set(who.headers).expect(200),
      )
    ).items;
  const auditOf = (id: string): Promise<AuditRecord[]> =>
    run.source.query(
      `SELECT action, actor_id, details FROM platform.audit WHERE subject_id = $1 ORDER BY at, id`,
      [id],
    );
  return { change, erase, find, auditOf };
};
