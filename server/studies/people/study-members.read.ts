import type { StudyRole } from '../../../contracts/collaborators/collaborators';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { prepared } from '../../platform/db/prepared';
import { seesTimesOnlyAfterDay } from './reader-by-day.sql';
import {
  collaboratorRolesSql,
  mayOnStudySql,
  isOwnedBySql,
  type StudyPeople,
} from '../study.policy';

const read = prepared<{ member: boolean }>(
  'study-members',
  `SELECT true AS member FROM research.study st
   WHERE st.id = $1::uuid AND ${mayOnStudySql('read', 'st', '$2::uuid')}`,
);

export interface StudyEditor {
  study_id: string;
  _id: string;
  first_name: string;
}
const readEditor = prepared<StudyEditor>(
  'study-editor',
  `SELECT st.id AS study_id, b.id AS _id, b.first_name FROM research.study st
   JOIN identity.researcher_byline b ON b.id = $2::uuid
   WHERE st.id = $1::uuid AND ${mayOnStudySql('edit', 'st', '$2::uuid')}`,
);
const people = prepared<StudyPeople & { state: string }>(
  'study-people',
  `SELECT st.owner_id, st.state, ${collaboratorRolesSql('st')} AS collaborators
   FROM research.study st WHERE st.id = $1::uuid`,
);

@Injectable()
export class StudyMembersRead {
  constructor(private readonly source: DataSource) {}

  /** Whether the account has a role in the study, as owner or collaborator. */
  async has(studyId: string, accountId: string): Promise<boolean> {
    return (await read(this.source, [studyId, accountId])).length > 0;
  }

  /**
   * Whether, in sessions with names, the account sees exact times only when the day is over
   * (reader-by-day.sql.ts).
   */
  isReaderByDay(accountId: string): Promise<boolean> {
    return seesTimesOnlyAfterDay(this.source, accountId);
  }

  /** Reads the id and first name of an account that may edit the study; undefined if it may not. */
  async editor(studyId: string, accountId: string): Promise<StudyEditor | undefined> {
    const [editor] = await readEditor(this.source, [studyId, accountId]);
    return editor;
  }

  /**
   * Checks for each pair of a study and an account whether the account may edit the study.
   * @returns the indexes in `watched` of the pairs whose account may edit the study
   */
  async mayEdit(
    watched: readonly { study: string; account: string }[],
  ): Promise<ReadonlySet<number>> {
    const rows: { place: number }[] = await this.source.query(
      `SELECT w.place::integer - 1 AS place
       FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS w (study_id, account_id, place)
       JOIN research.study st ON st.id = w.study_id
       WHERE ${mayOnStudySql('edit', 'st', 'w.account_id')}`,
      [watched.map(({ study }) => study), watched.map(({ account }) => account)],
    );
    return new Set(rows.map(({ place }) => place));
  }

  /** Reads the people of a study with their names and roles, the owner first. */
  withRoles(studyId: string): Promise<
    {
      _id: string;
      first_name: string;
      last_name: string;
      role: StudyRole;
      since: Date;
      sees_roster_since: Date | null;
    }[]
  > {
    return this.source.query(
      `SELECT p.id AS _id, p.first_name, p.last_name, r.role, r.since, r.sees_roster_since
       FROM (
         SELECT s.owner_id AS account_id, 'owner' AS role, coalesce((SELECT max(f.until)
           FROM research.study_former_owner f WHERE f.study_id = s.id), s.created_at) AS since, 0 AS place,
           NULL::timestamptz AS sees_roster_since
         FROM research.study s WHERE s.id = $1
         UNION ALL
         SELECT c.account_id, c.role, c.since, 1,
           CASE WHEN ${isOwnedBySql('st', 'c.sees_roster_by')} THEN c.sees_roster_since END
         FROM identity.study_collaborator c JOIN research.study st ON st.id = c.study_id
         WHERE c.study_id = $1
       ) r JOIN identity.person p ON p.id = r.account_id
       ORDER BY r.place, r.since, p.id`,
      [studyId],
    );
  }

  /**
   * Reads the owner, roles and state of a study, for checks of permissions; undefined if the study
   * does not exist.
   */
  async of(studyId: string): Promise<(StudyPeople & { state: string }) | undefined> {
    return (await people(this.source, [studyId]))[0];
  }
}
