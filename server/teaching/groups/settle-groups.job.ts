import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { closeLaunchedSessions } from '../../enrolment/lifecycle/close-launched';
import { Clock } from '../../platform/concurrency/clock';
import { runForEachRow } from '../../platform/concurrency/run-for-each-row';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import type { ScheduledJob } from '../../platform/messaging/consumer';
import {
  anyCollaboratorLeftClassSql,
  someOwnerHasLeftClassSql,
  hasOwnerLeftClassSql,
  studiesLeftByOwners,
  removeRolesOfFormerStudents,
} from '../../studies/people/class-groups';
import { lockStudySharedWithoutRole } from '../../studies/locked-study';
import { passOnClassStudy } from './pass-on';

const atOnce = 100;

/**
 * SQL that follows SELECT: launched sessions that are still open although their classroom is
 * archived, or the owner of their study is no longer a student of the class.
 */
const unansweredFrom = `FROM research.recruitment s JOIN research.study_profile st ON st.id = s.study_id
  JOIN identity.classroom room ON room.id = s.classroom_id
  WHERE s.classroom_id IS NOT NULL AND s.state <> 'closed' AND s.launched_at IS NOT NULL
    AND (room.state = 'archived' OR ${hasOwnerLeftClassSql('st')})`;

/**
 * Closes the open sessions of a study if no student is responsible for them. Does nothing if
 * another process has meanwhile transferred the study to the next member of its group.
 * @returns how many sessions were closed
 */
export async function closeUnansweredSessions(
  tx: Transaction,
  studyId: string,
  now: Date,
): Promise<number> {
  await lockStudySharedWithoutRole(tx, studyId);
  const [still] = await tx.query(`SELECT ${unansweredFrom} AND s.study_id = $1 LIMIT 1`, [studyId]);
  return still ? closeLaunchedSessions(tx, [studyId], now) : 0;
}

/**
 * Repairs class studies after an account stopped being a student of a class, and after a class was
 * archived:
 * - transfers the studies of a former student to the next member of the group;
 * - removes the former student's roles in studies of the class;
 * - closes launched sessions that have no responsible student any more.
 *
 * The job reads the present state instead of events. So it also finds sessions that were launched at
 * the moment of the change, and continues what an interrupted run left.
 */
@Injectable()
export class PassOnGroupStudiesJob implements ScheduledJob {
  readonly name = 'settle-class-groups';
  readonly everyMs = 30_000;

  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  isDue(): string {
    return `(${someOwnerHasLeftClassSql} OR ${anyCollaboratorLeftClassSql} OR EXISTS (SELECT ${unansweredFrom}))`;
  }

  /** @returns how many studies were transferred, roles removed and sessions closed */
  async run(): Promise<number> {
    const left = await studiesLeftByOwners(this.source, atOnce);
    const passed = await runForEachRow(left, (study) =>
      this.unitOfWork.run((tx) => passOnClassStudy(tx, study, this.clock.now())),
    );
    const taken = await this.unitOfWork.run((tx) => removeRolesOfFormerStudents(tx, atOnce));
    const unanswered: { study_id: string }[] = await this.source.query(
      `SELECT DISTINCT s.study_id ${unansweredFrom} ORDER BY 1 LIMIT ${atOnce}`,
    );
    const closed = await runForEachRow(unanswered, ({ study_id }) =>
      this.unitOfWork.run((tx) => closeUnansweredSessions(tx, study_id, this.clock.now())),
    );
    return passed + taken + closed;
  }
}
