import { accountRowsSection, type ExportSection } from '../../platform/context/context';
import type { PagedRows, Snapshot } from '../../platform/db/snapshot';
import type { Secrets } from '../../platform/security/secrets';
import { studentKeyOf } from '../model/student-key';

async function* creditRows(
  snapshot: Snapshot,
  accountId: string,
  secrets: Secrets,
): PagedRows['pages'] {
  yield* snapshot.pages(
    `SELECT c.id, c.source, c.quarters, c.course_id, k.title AS course, c.moves
     FROM identity.credit c LEFT JOIN identity.course k ON k.id = c.course_id
     WHERE c.student_key = $1 ORDER BY c.id`,
    [studentKeyOf(secrets, accountId)],
  );
}

/**
 * The sections of the data export with a student's credits, and with the person's former roles in
 * classrooms and studies.
 */
export const creditsExportSections: readonly ExportSection[] = [
  { name: 'credits', read: creditRows },
  accountRowsSection('former_roles', 'identity.former_member', 'id'),
  accountRowsSection('former_studies', 'identity.former_study_person'),
];
