import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { JoinPreview } from '../../../contracts/teaching/joining';
import type { Person } from '../../access/person';
import { Clock } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import { instructorNamesSql } from '../classrooms/classroom-view';
import {
  courseTermsOfJson,
  courseTermsJson,
  type CourseTermsInJson,
} from '../model/course-terms.sql';
import { findAdmission, parseJoiningCode } from './given-code';
import { JoinAttempts } from './join-attempts';

@Injectable()
export class JoinPreviewRead {
  constructor(
    private readonly source: DataSource,
    private readonly secrets: Secrets,
    private readonly attempts: JoinAttempts,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads what the caller would join by a code.
   * @throws DomainError email_not_verified, invalid_join_code, mail_domain_required,
   *   too_many_requests
   */
  async of(code: string, { account_id, status }: Person, ip: string): Promise<JoinPreview> {
    if (status !== 'ACTIVE') throw new DomainError('email_not_verified');
    const on = this.source.manager;
    return this.attempts.counted({ account_id, ip }, async () => {
      const given = parseJoiningCode(this.secrets, code);
      const [account]: { id: string; email: string }[] = await on.query(
        `SELECT id, email FROM identity.person WHERE id = $1`,
        [account_id],
      );
      if (!account) throw new DomainError('unauthenticated');
      const admission = await findAdmission(on, given, account, this.clock.now());
      const { role, isMember, classroom_id } = admission;
      return {
        ...(await this.shown(classroom_id)),
        role,
        classroom_id: isMember ? classroom_id : null,
      };
    });
  }

  private async shown(
    classroomId: string,
  ): Promise<Pick<JoinPreview, 'title' | 'instructors' | 'course'>> {
    const [row]: { title: string; instructors: string[]; course: CourseTermsInJson | null }[] =
      await this.source.query(
        `SELECT c.title, ${instructorNamesSql('c.id')} AS instructors, ${courseTermsJson('o')} AS course
         FROM identity.classroom c LEFT JOIN identity.course o ON o.id = c.course_id WHERE c.id = $1`,
        [classroomId],
      );
    if (!row) throw new DomainError('invalid_join_code');
    return { ...row, course: row.course && courseTermsOfJson(row.course) };
  }
}
