import { prepared } from '../../platform/db/prepared';
import { mayOnStudySql } from '../../studies/study.policy';
import type { AssignmentKind, SubmissionState } from '../../../contracts/teaching/assignments';

export interface AssignmentListRow {
  id: string;
  kind: AssignmentKind;
  classroom_id: string | null;
  course_id: string | null;
  title: string;
  instructions: string;
  minutes: number | null;
  opens_at: Date | null;
  due_at: Date | null;
  created_at: Date;
  /** The credits per hour of the course in which the assignment counts. */
  credits_per_hour: number | null;
  study_id: string | null;
  study_title: string | null;
  study_minutes: number | null;
  study_offers_credit: boolean | null;
  waiting: number;
  own_id: string | null;
  own_state: SubmissionState | null;
  own_text: string | null;
  own_has_pdf: boolean | null;
  own_words: string | null;
  own_day: string | null;
}

/**
 * Reads assignments. Parameters:
 * - $1 a classroom or null, $2 its course or null
 * - $3 the key of the requesting student, or null
 * - $4 a time at which the assignments must be open, or null for all
 * - $5 one assignment, or null
 * - $6 and $7 the due date and the id after which the page begins, $8 the number of rows
 *
 * The title of a study is that of its newest public launch. If the study was never launched, its
 * title is shown only as long as an instructor of the classroom may read the study. A template shows
 * its title as long as it is shared with the classroom.
 */
export const readAssignments = prepared<AssignmentListRow>(
  'assignments',
  `SELECT a.id, a.kind, a.classroom_id, a.course_id, a.title, a.instructions, a.minutes, a.opens_at, a.due_at,
     a.created_at, co.credits_per_hour, t.id AS study_id, t.title AS study_title, t.minutes AS study_minutes,
     t.offers_credit AS study_offers_credit,
     (SELECT count(*)::int FROM identity.submission w WHERE w.assignment_id = a.id AND w.state = 'submitted'
       AND ($1::uuid IS NULL OR w.classroom_id = $1)) AS waiting,
     o.id AS own_id, o.state AS own_state, o.text AS own_text, o.pdf IS NOT NULL AS own_has_pdf,
     o.words AS own_words, o.day::text AS own_day
   FROM identity.assignment a
   LEFT JOIN identity.course co ON co.id = $2::uuid
   LEFT JOIN identity.submission o ON o.assignment_id = a.id AND o.student_key = $3::bytea
   LEFT JOIN LATERAL (
     SELECT st.id, coalesce(l.snapshot ->> 'title', st.title) AS title,
       coalesce((l.snapshot ->> 'duration_minutes')::integer, st.duration_minutes) AS minutes,
       CASE WHEN l.snapshot IS NULL THEN st.offers_credit
         ELSE coalesce((l.snapshot -> 'offers_credit')::boolean, false) END AS offers_credit
     FROM research.study_profile st
     LEFT JOIN LATERAL (
       SELECT r.snapshot FROM research.recruitment r
       WHERE r.study_id = st.id AND r.launched_at IS NOT NULL AND r.audience = 'catalogue'
       ORDER BY r.launched_at DESC, r.id DESC LIMIT 1) l ON true
     WHERE a.kind = 'take_study' AND st.id = a.study_id AND (l.snapshot IS NOT NULL OR EXISTS (
       SELECT FROM identity.classroom_member i WHERE i.classroom_id = a.classroom_id AND i.role = 'instructor'
         AND ${mayOnStudySql('read', 'st', 'i.account_id')}))
     UNION ALL
     SELECT st.id, st.title, NULL, NULL FROM research.template_share h JOIN research.study_profile st ON st.id = h.study_id
     WHERE a.kind = 'build_study' AND h.study_id = a.study_id AND h.classroom_id = a.classroom_id) t ON true
   WHERE (a.classroom_id = $1::uuid OR a.course_id = $2::uuid)
     AND ($4::timestamptz IS NULL OR a.opens_at IS NULL OR a.opens_at <= $4)
     AND ($5::uuid IS NULL OR a.id = $5)
     AND ($7::uuid IS NULL
       OR (coalesce(a.due_at, 'infinity'), a.id) > (coalesce($6::timestamptz, 'infinity'), $7))
   ORDER BY coalesce(a.due_at, 'infinity'), a.id LIMIT $8::integer`,
);
