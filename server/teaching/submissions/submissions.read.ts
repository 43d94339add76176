import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { limits } from '../../../contracts/base/limits';
import type { BlindSubmission, SubmissionState } from '../../../contracts/teaching/assignments';
import { DomainError } from '../../platform/errors/errors';
import { pageOfRows, decodeCursor } from '../../platform/http/cursor';
import { Secrets } from '../../platform/security/secrets';
import { classroomForMember } from '../model/membership';
import { studentKeyOf } from '../model/student-key';

const Position = z.strictObject({ number: z.string().regex(/^\d{6}$/) });

const columns = `s.id AS _id, s.assignment_id, a.title AS assignment_title, s.number, s.state, s.text,
  s.pdf IS NOT NULL AS has_pdf, s.words, s.day::text AS day`;

/** Reads submissions for the staff: without names and times. */
@Injectable()
export class SubmissionsRead {
  constructor(
    private readonly source: DataSource,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Lists the submissions of a classroom by number: a random order that does not change.
   * @throws DomainError not_found, forbidden, validation_failed for a broken cursor
   */
  async list(
    classroomId: string,
    accountId: string,
    query: {
      state?: SubmissionState | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    },
  ): Promise<{ items: BlindSubmission[]; next_cursor: string | null }> {
    const { limit = limits.pageSize, state, cursor } = query;
    await classroomForMember(this.source, 'staff', classroomId, accountId);
    const after = decodeCursor(Position, cursor);
    const rows: BlindSubmission[] = await this.source.query(
      `SELECT ${columns} FROM identity.submission s JOIN identity.assignment a ON a.id = s.assignment_id
       WHERE s.classroom_id = $1 AND ($2::text IS NULL OR s.state = $2) AND ($3::text IS NULL OR s.number > $3)
       ORDER BY s.number LIMIT $4`,
      [classroomId, state ?? null, after?.number ?? null, limit + 1],
    );
    return pageOfRows(rows, limit, ({ number }) => ({ number }));
  }

  /**
   * Reads a submission for the member of the staff who has just decided about it.
   * @throws DomainError not_found
   */
  async one(id: string, classroomId: string, accountId: string): Promise<BlindSubmission> {
    await classroomForMember(this.source, 'staff', classroomId, accountId);
    const [row]: BlindSubmission[] = await this.source.query(
      `SELECT ${columns} FROM identity.submission s JOIN identity.assignment a ON a.id = s.assignment_id
       WHERE s.id = $1 AND s.classroom_id = $2`,
      [id, classroomId],
    );
    if (!row) throw new DomainError('not_found');
    return row;
  }

  /**
   * Reads the PDF of a submission, for the student and for the staff that reads the submission.
   * @throws DomainError not_found
   */
  async pdf(id: string, accountId: string): Promise<{ pdf: Buffer; number: string }> {
    const [row]: { pdf: Buffer; number: string }[] = await this.source.query(
      `SELECT s.pdf, s.number FROM identity.submission s
       WHERE s.id = $1 AND s.pdf IS NOT NULL AND (s.student_key = $3 OR EXISTS (
         SELECT FROM identity.classroom_member m
         WHERE m.classroom_id = s.classroom_id AND m.account_id = $2 AND m.role <> 'student'))`,
      [id, accountId, studentKeyOf(this.secrets, accountId)],
    );
    if (!row) throw new DomainError('not_found');
    return row;
  }
}
