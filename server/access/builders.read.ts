import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Person } from './person';

/**
 * SQL condition: the account is a student builder. That is, a classroom lets the account build
 * studies as one of the classroom's students, or the account has a role in a class study.
 * @param account an operand of type uuid
 */
export const isStudentBuilderSql = (account: string): string =>
  `EXISTS (SELECT FROM identity.class_builder building WHERE building.account_id = ${account})`;

/**
 * Finds out whether a person without the researcher's role builds studies: as a member of a
 * classroom, or by a role in a class study (docs/domain.md, 8).
 */
@Injectable()
export class StudentBuildersRead {
  constructor(private readonly source: DataSource) {}

  /**
   * Stores in `person` whether the person is a student builder, for a call that admits builders.
   * Researchers need no such check.
   */
  async readFor(person: Person | undefined): Promise<void> {
    if (person && !person.is_researcher) person.builds = await this.has(person.account_id);
  }

  /**
   * Whether the account is a student builder. Nothing is cached, so the server refuses the very
   * next request of a student who has left the classroom.
   */
  async has(accountId: string): Promise<boolean> {
    const [row]: { builds: boolean }[] = await this.source.query(
      `SELECT ${isStudentBuilderSql('$1::uuid')} AS builds`,
      [accountId],
    );
    return row?.builds === true;
  }
}
