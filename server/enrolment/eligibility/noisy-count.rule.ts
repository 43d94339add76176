import { enrolmentLimits } from '../../../contracts/enrolment/limits';
import type { ParticipantCount } from '../../../contracts/enrolment/participants';
import type { EligibilityFilter } from '../../../contracts/studies/eligibility';
import { healthAnswers } from '../../../contracts/accounts/profile-answers';
import { canonicalFilters, questionOf } from './canonical-filters.rule';

/** A uniform number from 0 to `steps` - 1, from a keyed hash; the bias of the remainder of 48 bits is negligible. */
const below = (mac: Buffer, steps: number): number => mac.readUIntBE(0, 6) % steps;

/** A keyed hash with a key that is used only for counts. */
export type CountHash = (kind: 'question' | 'people', value: string) => Buffer;

/**
 * The number that a researcher reads (docs/domain.md, 5): the true one, less two draws of 0 to 19, rounded
 * down to twenties. So it is never more than the number of people who fit. Both draws are as wide as a step,
 * so that one person more or less turns one answer in twenty (docs/decisions/counts-of-people.md says what
 * each holds against):
 * - one belongs to the question, and not to the people who fit: accounts of one's own, registered until the
 *   answer turns, reveal the sum of number and draw, which is as likely for each of twenty numbers;
 * - one belongs to the people, whatever the question: other words for the same people reveal nothing new, and
 *   a person who comes or goes changes more than the number.
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
    below(hash('question', questionOf(filters)), step) +
    below(hash('people', people.fingerprint), step);
  const count = Math.floor((people.count - noise) / step) * step;
  return count < step ? { count: null, suppressed: true } : { count, suppressed: false };
}

const isAboutStudies = (filter: EligibilityFilter) => 'studies' in filter;

const isAboutHealth = ({ filter }: EligibilityFilter) =>
  healthAnswers.some((field) => field === filter);
/** The most filters about people that one count may combine. */
const peopleFiltersAtMost = 3;

/**
 * Whether a count could reveal something about one person: a filter about completed studies combined with one about
 * people, a filter about health combined with any other, more than three filters about people, or an age range under
 * five years combined with another filter. Which studies may be combined depends on what they promised
 * (server/studies/own-studies.ts).
 */
export function isTooNarrow(filters: readonly EligibilityFilter[]): boolean {
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
