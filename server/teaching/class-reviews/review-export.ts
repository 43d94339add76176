import type { ExportSection } from '../../platform/context/context';
import type { PagedRows, Snapshot } from '../../platform/db/snapshot';

interface ExportedSubmission {
  classroom: string;
  study: string;
  submitted_at: string;
  words: string | null;
  state: string;
  decision_words: string | null;
}
interface ExportedDecision {
  classroom: string;
  study: string;
  decided_at: string;
  state: string;
  words: string | null;
}
interface ExportedComment {
  study: string;
  part: string;
  place: string | null;
  text: string;
  created_at: string;
}

const from = `FROM identity.class_review r JOIN identity.classroom c ON c.id = r.classroom_id`;
/** SQL for a timestamp as ISO 8601 in UTC. */
const moment = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

const submissions = (snapshot: Snapshot, accountId: string): PagedRows['pages'] =>
  snapshot.pages<ExportedSubmission>(
    `SELECT c.title AS classroom, r.content ->> 'title' AS study, ${moment('r.submitted_at')} AS submitted_at, r.words,
       r.state, r.decision_words
     ${from} WHERE r.submitted_by = $1 ORDER BY r.submitted_at, r.id`,
    [accountId],
  );

const decisions = (snapshot: Snapshot, accountId: string): PagedRows['pages'] =>
  snapshot.pages<ExportedDecision>(
    `SELECT c.title AS classroom, r.content ->> 'title' AS study, ${moment('r.decided_at')} AS decided_at, r.state,
       r.decision_words AS words
     ${from} WHERE r.decided_by = $1 ORDER BY r.decided_at, r.id`,
    [accountId],
  );

const comments = (snapshot: Snapshot, accountId: string): PagedRows['pages'] =>
  snapshot.pages<ExportedComment>(
    `SELECT st.title AS study, n.part, n.place, n.text, ${moment('n.created_at')} AS created_at
     FROM identity.review_comment n JOIN research.study_profile st ON st.id = n.study_id
     WHERE n.author_id = $1 ORDER BY n.created_at, n.id`,
    [accountId],
  );

/**
 * The sections of the data export about class reviews: what the account submitted, what it decided,
 * and the comments that it wrote.
 */
export const reviewExportSections: readonly ExportSection[] = [
  { name: 'class_reviews', read: submissions },
  { name: 'class_review_decisions', read: decisions },
  { name: 'review_comments', read: comments },
];
