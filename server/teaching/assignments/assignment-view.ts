import type { Assignment } from '../../../contracts/teaching/assignments';
import { creditForQuarterHours, countQuarterHours } from '../../../contracts/teaching/credit.rule';
import type { AssignmentListRow } from './assignment-rows.sql';

/**
 * Converts an assignment to the contract's format.
 * @param isStudent true to leave out how many submissions wait for a decision
 */
export const assignmentViewOf = (row: AssignmentListRow, isStudent: boolean): Assignment => ({
  _id: row.id,
  kind: row.kind,
  classroom_id: row.classroom_id,
  course_id: row.course_id,
  title: row.title,
  instructions: row.instructions,
  study: studyOf(row),
  minutes: row.minutes,
  credits: creditsOf(row),
  opens_at: row.opens_at?.toISOString() ?? null,
  due_at: row.due_at?.toISOString() ?? null,
  waiting: isStudent ? null : row.waiting,
  submission: submissionOf(row),
  created_at: row.created_at.toISOString(),
});

const studyOf = ({ study_id, study_title }: AssignmentListRow): Assignment['study'] =>
  study_id === null || study_title === null ? null : { _id: study_id, title: study_title };

/**
 * Computes the credits for an assignment. A study and an alternative that take the same minutes give
 * the same credits. Building a study gives no credit by itself, since its duration is not stated.
 */
function creditsOf(row: AssignmentListRow): number | null {
  if (row.credits_per_hour === null) return null;
  if (row.study_offers_credit === false) return 0;
  const minutes = row.minutes ?? row.study_minutes;
  return minutes === null
    ? null
    : creditForQuarterHours(countQuarterHours(minutes), row.credits_per_hour);
}

function submissionOf(row: AssignmentListRow): Assignment['submission'] {
  if (row.own_id === null || row.own_state === null || row.own_day === null) return null;
  return {
    _id: row.own_id,
    state: row.own_state,
    text: row.own_text,
    has_pdf: row.own_has_pdf === true,
    words: row.own_words,
    day: row.own_day,
  };
}
