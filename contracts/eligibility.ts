import { z } from 'zod';
import { educationLevels } from './demographics';
import { Id } from './base/fields';

const someStudies = z.array(Id).min(1).max(100);
/**
 * Filters over earlier studies: `participated` counts from the start, whatever became of it, and
 * `completed` from the completion on, unless that was rejected (docs/domain.md, 2).
 */
export const pastFilters = [
  'completed_any_of',
  'completed_none_of',
  'participated_any_of',
  'participated_none_of',
] as const;
/** docs/domain.md, 5: filters with AND between them and OR inside. */
export const EligibilityFilter = z.discriminatedUnion('filter', [
  z.strictObject({
    filter: z.literal('age'),
    range: z.strictObject({
      lower: z.int().min(0).max(130).optional(),
      upper: z.int().min(0).max(130).optional(),
    }),
  }),
  z.strictObject({
    filter: z.literal('education_level'),
    any_of: z.array(z.enum(educationLevels)).min(1),
  }),
  z.strictObject({ filter: z.literal('completed_any_of'), studies: someStudies }),
  z.strictObject({ filter: z.literal('completed_none_of'), studies: someStudies }),
  z.strictObject({ filter: z.literal('participated_any_of'), studies: someStudies }),
  z.strictObject({ filter: z.literal('participated_none_of'), studies: someStudies }),
]);
export type EligibilityFilter = z.output<typeof EligibilityFilter>;
