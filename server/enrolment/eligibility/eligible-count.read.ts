import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ParticipantCount } from '../../../contracts/enrolment/participants';
import type { EligibilityFilter } from '../../../contracts/studies/eligibility';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { Secrets } from '../../platform/security/secrets';
import { canonicalFilters } from './canonical-filters.rule';

import { passesPastStudyFilter, type PastStudies } from './eligibility.rule';
import { eligibilityCondition } from './eligibility-sql.rule';
import { noisyCount } from './noisy-count.rule';
import { studiesEverStarted, pastStudiesByAccount } from './past-studies';

const accountsAtOnce = 5_000;

/**
 * Counts the participants who pass some filters: enabled accounts with a verified address that are not scheduled for
 * deletion.
 */
@Injectable()
export class EligibleCountRead {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Counts the people who fit the filters, with noise added: the same number for all filters with
   * the same meaning.
   */
  async told(filters: readonly EligibilityFilter[]): Promise<ParticipantCount> {
    const canonical = canonicalFilters(filters);
    return noisyCount(
      (kind, value) => this.secrets.mac('participant-count', kind, value),
      canonical,
      await this.people(canonical),
    );
  }

  /** Counts exactly how many people fit the filters. This number must not leave the server. */
  async count(filters: readonly EligibilityFilter[]): Promise<number> {
    return (await this.people(canonicalFilters(filters))).count;
  }

  /**
   * Counts the people who fit the filters, and computes a fingerprint of this set of people. Reads
   * the accounts in batches, under the database role that may read demographics.
   */
  private people(
    filters: readonly EligibilityFilter[] | null,
  ): Promise<{ count: number; fingerprint: string }> {
    const found = createHash('sha256');
    let count = 0;
    const done = () => ({ count, fingerprint: found.digest('hex') });
    if (filters === null) return Promise.resolve(done());
    const today = this.clock.now().toISOString().slice(0, 10);
    return this.unitOfWork.run(
      async (tx) => {
        const studies = await studiesEverStarted(tx, [
          ...new Set(filters.flatMap((filter) => ('studies' in filter ? filter.studies : []))),
        ]);
        for (let after: string | undefined; ;) {
          const ids = await candidates(tx, filters, today, after);
          const past = await pastStudiesByAccount(tx, this.secrets, ids, studies);
          for (const id of ids)
            if (passes(filters, past.get(id))) {
              count += 1;
              found.update(id);
            }
          after = ids.at(-1);
          if (ids.length < accountsAtOnce) return done();
        }
      },
      { role: 'commonlab_link' },
    );
  }
}

/**
 * Reads the next batch of account ids after `after`, in their order. Selects accounts that pass all
 * filters; filters about earlier studies are not checked here.
 */
async function candidates(
  tx: Transaction,
  filters: readonly EligibilityFilter[],
  today: string,
  after: string | undefined,
): Promise<string[]> {
  const { sql, parameters } = eligibilityCondition(filters, today);
  const rows = await tx.query<{ id: string }>(
    `SELECT a.id FROM identity.participant_profile a
     WHERE ${sql} AND a.id > $${parameters.length + 1}
     ORDER BY a.id LIMIT ${accountsAtOnce}`,
    [...parameters, after ?? '00000000-0000-0000-0000-000000000000'],
  );
  return rows.map((row) => row.id);
}

const nothing: PastStudies = { completed: [], participated: [] };
const passes = (filters: readonly EligibilityFilter[], past = nothing): boolean =>
  filters.every((filter) => !('studies' in filter) || passesPastStudyFilter(filter, past));
