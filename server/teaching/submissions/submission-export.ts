import type { ExportedUserFile } from '../../platform/context/context';
import type { PagedRows, Snapshot } from '../../platform/db/snapshot';
import type { Secrets } from '../../platform/security/secrets';
import { studentKeyOf } from '../model/student-key';

interface ExportedSubmission {
  classroom: string;
  assignment: string;
  state: string;
  text: string | null;
  /** The path of the submitted PDF in the archive. */
  file: string | null;
  words: string | null;
  day: string;
}
const folder = 'submissions';

/** Reads the account's submissions, and the comments of their readers. */
export const submissionExportRows = (
  snapshot: Snapshot,
  accountId: string,
  secrets: Secrets,
): PagedRows['pages'] =>
  snapshot.pages<ExportedSubmission>(
    `SELECT c.title AS classroom, a.title AS assignment, s.state, s.text,
       CASE WHEN s.pdf IS NOT NULL THEN '${folder}/' || s.number || '.pdf' END AS file, s.words, s.day::text AS day
     FROM identity.submission s JOIN identity.assignment a ON a.id = s.assignment_id
     JOIN identity.classroom c ON c.id = s.classroom_id
     WHERE s.student_key = $1 ORDER BY s.day, s.id`,
    [studentKeyOf(secrets, accountId)],
  );

/** Yields the submitted PDFs, one after the other. */
export async function* submittedFiles(
  snapshot: Snapshot,
  accountId: string,
  secrets: Secrets,
): AsyncGenerator<ExportedUserFile> {
  const files = await snapshot.query<{ id: string; number: string }>(
    `SELECT id, number FROM identity.submission WHERE student_key = $1 AND pdf IS NOT NULL ORDER BY day, id`,
    [studentKeyOf(secrets, accountId)],
  );
  for (const { id, number } of files)
    yield { path: `${folder}/${number}.pdf`, content: bytesOf(snapshot, id) };
}

async function* bytesOf(snapshot: Snapshot, id: string): AsyncGenerator<Uint8Array> {
  const [row] = await snapshot.query<{ pdf: Buffer }>(
    `SELECT pdf FROM identity.submission WHERE id = $1 AND pdf IS NOT NULL`,
    [id],
  );
  if (row) yield row.pdf;
}
