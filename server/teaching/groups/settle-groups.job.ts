import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { closeLaunched } from '../../enrolment/lifecycle/close-launched';
import { Clock } from '../../platform/concurrency/clock';
import { each } from '../../platform/concurrency/each';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import type { Job } from '../../platform/messaging/consumer';
import {
  hasLeftCollaboratorsSql,
  hasLeftOwnersSql,
  leftByOwnerSql,
  studiesLeftByOwners,
  takeLeftRoles,
} from '../../studies/people/class-groups';
import { passOn } from './pass-on';

const atOnce = 100;

/** Launched sessions that are open although their classroom is archived, or their owner is no student of it. */
const unansweredFrom = `FROM research.recruitment s JOIN research.study_profile st ON st.id = s.study_id
  JOIN identity.classroom room ON room.id = s.classroom_id
  WHERE s.classroom_id IS NOT NULL AND s.state <> 'closed' AND s.launched_at IS NOT NULL
    AND (room.state = 'archived' OR ${leftByOwnerSql('st')})`;

/**
 * What follows when a student leaves a class, is removed, gets another role or is erased, and when a class is archived: the
 * group goes on without that student, and sessions for which no student answers close. It looks at the state and at no event, so
 * that it also finds what was launched at the same moment, and goes on where it stopped.
 */
@Injectable()
export class SettleGroupsJob implements Job {
  readonly name = 'settle-class-groups';
  readonly everyMs = 30_000;

  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  isDue(): string {
    return `(${hasLeftOwnersSql} OR ${hasLeftCollaboratorsSql} OR EXISTS (SELECT ${unansweredFrom}))`;
  }

  /** @returns how many studies passed on, roles ended and sessions closed */
  async run(): Promise<number> {
    const left = await studiesLeftByOwners(this.source, atOnce);
    const passed = await each(left, (id) =>
      this.unitOfWork.run((tx) => passOn(tx, id, this.clock.now())),
    );
    const taken = await this.unitOfWork.run((tx) => takeLeftRoles(tx, atOnce));
    const unanswered: { study_id: string }[] = await this.source.query(
      `SELECT DISTINCT s.study_id ${unansweredFrom} ORDER BY 1 LIMIT ${atOnce}`,
    );
    const closed = await each(unanswered, ({ study_id }) =>
      this.unitOfWork.run((tx) => closeLaunched(tx, [study_id], this.clock.now())),
    );
    return passed + taken + closed;
  }
}
