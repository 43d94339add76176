import { enrolmentLimits } from '../../../contracts/enrolment/limits';
import type { ParticipantCount } from '../../../contracts/enrolment/participants';
import type { EligibilityFilter } from '../../../contracts/studies/eligibility';
import { healthAnswerFields } from '../../../contracts/accounts/profile-answers';
import { canonicalFilters, canonicalFilterText } from './canonical-filters.rule';

/**
 * Computes a uniform number from 0 to `steps` - 1 as the remainder of 48 bits of a keyed hash; its
 * bias is negligible.
 */
const below = (mac: Buffer, steps: number): number => mac.readUIntBE(0, 6) % steps;

/** Computes a keyed hash. Its key is used for counts of people only. */
export type CountHash = (kind: 'question' | 'people', value: string) => Buffer;

/**
 * Computes the count that a researcher may see (docs/domain.md, 5): the true count minus two
 * pseudo-random numbers from 0 to 19, rounded down to a multiple of 20. So it is never more than
 * the number of people who fit. docs/decisions/counts-of-people.md describes the attacks against
 * which the two pseudo-random numbers protect:
 * - The first number depends only on the question. A researcher may register fake accounts until
 *   the answer changes. This reveals only the difference between the true count and the first
 *   number, which may have any of twenty values.
 * - The second number depends only on the set of people who fit. If a researcher asks with other
 *   filters that the same people fit, this number stays the same, and the answer reveals nothing
 *   new. If a person joins or leaves the set, this number changes too, and hides the change.
 * @param filters in their canonical form
 * @param people a fingerprint of exactly the people who fit
 */
export function noisyCount(
  hash: CountHash,
  filters: readonly EligibilityFilter[] | null,
  people: { count: number; fingerprint: string },
): ParticipantCount {
  const step = enrolmentLimits.anonymousPeople;
  const noise =
    below(hash('question', canonicalFilterText(filters)), step) +
    below(hash('people', people.fingerprint), step);
  const count = Math.floor((people.count - noise) / step) * step;
  return count < step ? { count: null, suppressed: true } : { count, suppressed: false };
}

const isAboutStudies = (filter: EligibilityFilter) => 'studies' in filter;

const isAboutHealth = ({ filter }: EligibilityFilter) =>
  healthAnswerFields.some((field) => field === filter);
/** How many filters about people one count may combine at most. */
const peopleFiltersAtMost = 3;

/**
 * Whether a count could reveal something about one person. That is the case for:
 * - a filter about earlier studies, or about health, that is combined with any other filter about people
 * - more than three filters about people
 * - an age range under five years that is combined with another filter
 * server/studies/own-studies.ts checks which studies may be combined.
 */
export function areFiltersTooNarrow(filters: readonly EligibilityFilter[]): boolean {
  const canonical = canonicalFilters(filters) ?? filters;
  if (canonical.length < 2 || canonical.every(isAboutStudies)) return false;
  if (canonical.some(isAboutStudies) || canonical.some(isAboutHealth)) return true;
  if (canonical.length > peopleFiltersAtMost) return true;
  return canonical.some(
    (filter) =>
      filter.filter === 'age' &&
      (filter.range.upper ?? Infinity) - (filter.range.lower ?? 0) + 1 <
        enrolmentLimits.ageBandYears,
  );
}
