import { Injectable } from '@nestjs/common';
import type { EligibilityFilter } from '../../../contracts/studies';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { eligibleCondition } from './eligibility-sql.rule';

/**
 * How many participants some filters let in: accounts with a verified address that are neither
 * disabled nor about to be deleted.
 */
@Injectable()
export class EligibleCountRead {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * The exact number: nobody outside is told it. Under the role that may know who completed what,
   * and only to count.
   */
  async count(filters: readonly EligibilityFilter[]): Promise<number> {
    const { sql, parameters } = eligibleCondition(
      filters,
      this.clock.now().toISOString().slice(0, 10),
    );
    const [row] = await this.unitOfWork.run(
      (tx) =>
        tx.query<{ count: number }>(
          `SELECT count(*)::int AS count FROM identity.participant_profile a WHERE ${sql}`,
          parameters,
        ),
      { role: 'commonlab_link' },
    );
    return row?.count ?? 0;
  }
}
