import { Injectable } from '@nestjs/common';
import type { WithheldNamesPort } from '../../enrolment/rosters/withheld-names';
import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Withholds students' names on rosters from the present and former instructors and assistants of
 * their classroom, until the classroom is archived.
 */
@Injectable()
export class OwnStudentNames implements WithheldNamesPort {
  async withheld(
    on: Pick<Transaction, 'query'>,
    researcherId: string,
    accountIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const rows = await on.query<{ account_id: string }>(
      `SELECT DISTINCT student.account_id FROM identity.class_role staff
         JOIN identity.class_role student ON student.classroom_id = staff.classroom_id AND student.role = 'student'
       WHERE staff.account_id = $1 AND staff.role <> 'student' AND student.account_id = ANY($2::uuid[])`,
      [researcherId, accountIds],
    );
    return new Set(rows.map(({ account_id }) => account_id));
  }
}
