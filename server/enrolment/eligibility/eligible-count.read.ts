import { Injectable } from '@nestjs/common';
import type { EligibilityFilter } from '../../../contracts/studies';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { eligibleCondition } from './eligibility-sql.rule';

/**
 * Counts the participants who pass some filters: accounts with a verified address that are neither
 * disabled nor scheduled for deletion.
 */
@Injectable()
export class EligibleCountRead {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * The exact number, which must not leave the server. Runs under the role that may read who
   * completed what, and returns only the count.
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
