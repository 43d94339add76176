import { randomInt } from 'node:crypto';
import type { StudentSubmission, SubmissionState } from '../../../contracts/teaching/assignments';
import { utcDay } from '../../platform/concurrency/clock';
import { randomId } from '../../platform/db/ids';
import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { ownSubmissionColumns } from './own-submission';

export interface SubmittedWork {
  readonly assignmentId: string;
  readonly classroomId: string;
  readonly studentKey: Buffer;
  readonly content: { readonly text: string } | { readonly pdf: Buffer };
}

/**
 * How many numbers are drawn at most until one is free. A classroom has far fewer submissions than
 * there are numbers.
 */
const draws = 100;

/** Six random digits. */
const drawNumber = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/**
 * Stores a student's submission in place of an earlier one. The new submission has a new id and a
 * new number. So its reader cannot recognise a student who submits again, and cannot decide about a
 * text that was replaced. The caller must hold the advisory lock of the student (student-lock.ts),
 * and have locked the assignment.
 * @param draw returns six random digits; called again for a number that is already taken
 * @throws DomainError submission_accepted
 */
export async function storeSubmission(
  tx: Transaction,
  work: SubmittedWork,
  now: Date,
  draw = drawNumber,
): Promise<StudentSubmission> {
  const [former] = await tx.query<{ id: string; state: SubmissionState }>(
    `SELECT id, state FROM identity.submission WHERE assignment_id = $1 AND student_key = $2 FOR UPDATE`,
    [work.assignmentId, work.studentKey],
  );
  if (former?.state === 'accepted') throw new DomainError('submission_accepted');
  if (former) await tx.query(`DELETE FROM identity.submission WHERE id = $1`, [former.id]);
  for (let n = 0; n < draws; n++) {
    const stored = await insert(tx, work, draw(), now);
    if (stored) return stored;
  }
  throw new Error('the numbers of a classroom are used up');
}

/** @returns undefined where the drawn number is taken */
async function insert(
  tx: Transaction,
  { assignmentId, classroomId, studentKey, content }: SubmittedWork,
  number: string,
  now: Date,
): Promise<StudentSubmission | undefined> {
  const [stored] = await tx.query<StudentSubmission>(
    `INSERT INTO identity.submission AS s (id, assignment_id, classroom_id, student_key, number, state, text, pdf, day)
     VALUES ($1, $2, $3, $4, $5, 'submitted', $6, $7, $8)
     ON CONFLICT (classroom_id, number) DO NOTHING RETURNING ${ownSubmissionColumns('s')}`,
    [
      randomId(),
      assignmentId,
      classroomId,
      studentKey,
      number,
      'text' in content ? content.text : null,
      'pdf' in content ? content.pdf : null,
      utcDay(now),
    ],
  );
  return stored;
}
