import type { ExportFile, ExportSection } from '../platform/context/context';
import type { PagedRows, Snapshot } from '../platform/db/snapshot';
import { reviewExportSections } from './class-reviews/review-export';
import { creditsExportSections } from './credits/credits.exports';
import { submissionExportRows, submittedFiles } from './submissions/submission-export';
import { teachingTexts } from './teaching-texts';

interface ExportedMembership {
  classroom: string;
  state: string;
  role: string;
  student_number: string | null;
  joined_on: string;
}

async function* membershipRows(snapshot: Snapshot, accountId: string): PagedRows['pages'] {
  const rows = await snapshot.query<ExportedMembership>(
    `SELECT c.title AS classroom, c.state, m.role, m.student_number, m.joined_on::text AS joined_on
     FROM identity.classroom_member m JOIN identity.classroom c ON c.id = m.classroom_id
     WHERE m.account_id = $1 ORDER BY c.id`,
    [accountId],
  );
  if (rows.length > 0) yield rows;
}

const sections: readonly ExportSection[] = [
  { name: 'classrooms', read: membershipRows },
  { name: 'submissions', read: submissionExportRows },
  ...reviewExportSections,
  ...creditsExportSections,
];

export const teachingExports: readonly ExportFile[] = [
  {
    name: 'teaching',
    position: 128,
    explains: teachingTexts.sentence('export.teaching'),
    sections,
    ownFiles: submittedFiles,
  },
];
