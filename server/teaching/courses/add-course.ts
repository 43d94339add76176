import type { Transaction } from '../../platform/db/unit-of-work';
import type { CourseRow } from '../model/course.entity';

type Terms = Omit<CourseRow, 'id' | 'state' | 'created_at' | 'deadline' | 'consent_text'> & {
  deadline: Date | string;
  consent_text?: string | null | undefined;
};

/** Adds a course, as a draft. */
export async function addCourse(
  tx: Transaction,
  id: string,
  terms: Terms,
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO identity.course
       (id, title, code, term, organization, required_credits, credits_per_hour, deadline, state, created_at,
        consent_text)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'draft', $9, $10)`,
    [
      id,
      terms.title,
      terms.code,
      terms.term,
      terms.organization,
      terms.required_credits,
      terms.credits_per_hour,
      terms.deadline,
      now,
      terms.consent_text || null,
    ],
  );
}
