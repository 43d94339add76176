import { z } from 'zod';
import { Id } from '../base/fields';
import {
  profileAnswerFields,
  profileAnswerSchemas,
  type ProfileAnswerField,
} from '../accounts/profile-answers';

/**
 * Makes the schema of a filter that matches participants whose profile answer is one of `any_of`.
 * If a question accepts several answers, at least one of them must match.
 */
const answered = <F extends ProfileAnswerField>(field: F) =>
  z.strictObject({
    filter: z.literal(field),
    any_of: z.array(profileAnswerSchemas[field]).min(1).max(300),
  });
const someStudies = z.array(Id).min(1).max(100);
/**
 * Filters about earlier studies. `participated` includes all who started, whatever the outcome;
 * `completed` those who completed, unless the participation was rejected (docs/domain.md, 2).
 */
export const earlierStudyFilters = [
  'completed_any_of',
  'completed_none_of',
  'participated_any_of',
  'participated_none_of',
] as const;
/**
 * The filters of an eligibility rule. A person must match every filter, and one of the values of a
 * filter that has several (docs/domain.md, 5).
 */
export const EligibilityFilter = z.discriminatedUnion('filter', [
  z.strictObject({
    filter: z.literal('age'),
    range: z.strictObject({
      lower: z.int().min(0).max(130).optional(),
      upper: z.int().min(0).max(130).optional(),
    }),
  }),
  answered('education_level'),
  answered('country'),
  answered('languages'),
  answered('sex'),
  answered('gender'),
  answered('handedness'),
  answered('sight'),
  answered('hearing'),
  answered('devices'),
  z.strictObject({ filter: z.literal('completed_any_of'), studies: someStudies }),
  z.strictObject({ filter: z.literal('completed_none_of'), studies: someStudies }),
  z.strictObject({ filter: z.literal('participated_any_of'), studies: someStudies }),
  z.strictObject({ filter: z.literal('participated_none_of'), studies: someStudies }),
]);
export type EligibilityFilter = z.output<typeof EligibilityFilter>;

export type ProfileAnswerFilter = Extract<EligibilityFilter, { any_of: unknown }>;
export const isProfileAnswerFilter = (filter: EligibilityFilter): filter is ProfileAnswerFilter =>
  profileAnswerFields.some((field) => field === filter.filter);

export type IncompleteFilterReason = 'nothing_chosen' | 'ages_reversed';
/** Says what a filter lacks to be complete; null if it is complete. */
export function incompleteFilterReason(one: EligibilityFilter): IncompleteFilterReason | null {
  if (one.filter === 'age') {
    const { lower, upper } = one.range;
    if (lower === undefined && upper === undefined) return 'nothing_chosen';
    return lower !== undefined && upper !== undefined && lower > upper ? 'ages_reversed' : null;
  }
  const chosen = isProfileAnswerFilter(one) ? one.any_of : one.studies;
  return chosen.length === 0 ? 'nothing_chosen' : null;
}
/**
 * A filter as a researcher may save it. A filter that was stored before this check existed may have
 * an empty range. The server can still read it, so that a researcher can complete or remove it. A
 * launch refuses it (`conditions_incomplete`).
 */
export const EnteredFilter = EligibilityFilter.refine(
  (one) => one.filter !== 'age' || incompleteFilterReason(one) !== 'nothing_chosen',
  { error: 'required', path: ['range'] },
);
