import { ownParticipationIdPages } from '../../enrolment/personal-data.read';
import type { PagedRows, Snapshot } from '../../platform/db/snapshot';
import type { Secrets } from '../../platform/security/secrets';
import type { StoredExternalColumn } from './external-data.entity';

interface Row {
  participation_id: string;
  file_id: string;
  number: number;
  columns: StoredExternalColumn[];
  cells: (string | null)[];
}

/**
 * Reads the rows of external data for a participant's own data export, with the headings of the
 * file.
 */
export async function* externalRowsOfAccount(
  snapshot: Snapshot,
  accountId: string,
  secrets: Secrets,
): PagedRows['pages'] {
  for await (const ids of ownParticipationIdPages(snapshot, accountId, secrets))
    for await (const rows of snapshot.pages<Row>(
      `SELECT p.participation_id, p.file_id, r.number, f.columns, r.cells
       FROM research.outside_part p
       JOIN research.outside_file f ON f.id = p.file_id
       JOIN research.outside_row r ON r.part_id = p.id
       WHERE p.participation_id = ANY($1::uuid[])
       ORDER BY p.participation_id, p.file_id, r.number`,
      [ids],
    ))
      yield rows.map(({ columns, cells, ...row }) => ({
        ...row,
        values: columns.map(({ name }, i) => ({ name, value: cells[i] ?? null })),
      }));
}
