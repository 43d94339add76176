import { rowsOf, type PagedRows, type Snapshot } from '../platform/db/snapshot';

/** For the data export: a researcher's own studies, without anybody who took part. */
export const studyRows = (snapshot: Snapshot, ownerId: string): PagedRows['pages'] =>
  rowsOf(
    snapshot.pages<{ row: object }>(
      `SELECT to_jsonb(t) - 'owner_id' AS row FROM research.study t
       WHERE owner_id = $1 ORDER BY created_at, id`,
      [ownerId],
    ),
  );

/** For the data export: every version of the consent documents of these studies. */
export const consentRows = (snapshot: Snapshot, ownerId: string): PagedRows['pages'] =>
  rowsOf(
    snapshot.pages<{ row: object }>(
      `SELECT to_jsonb(c) AS row FROM research.consent c
       JOIN research.study t ON t.id = c.study_id WHERE t.owner_id = $1
       ORDER BY c.created_at, c.id`,
      [ownerId],
    ),
  );
