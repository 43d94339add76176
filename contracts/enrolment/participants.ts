import { z } from 'zod';
import { researchersOnly } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Id, repeatedParameter } from '../base/fields';
import { profileAnswerSchemas } from '../accounts/profile-answers';

/** An empty form field counts as absent. */
const Years = z.preprocess(
  (v) => (v === '' ? undefined : v),
  z.coerce.number<number | string>().int().min(0).max(130).optional(),
);
const someStudies = repeatedParameter(Id).pipe(z.array(Id).max(100));

/**
 * The filters of docs/domain.md, 5. A person must match every filter. If the parameter of a filter
 * is repeated, one of its values must match. The server refuses unknown filters. No count may
 * reveal something about one person (docs/decisions/counts-of-people.md). So the server answers
 * `filters_too_narrow` if the request breaks one of these rules:
 * - `completed_*` and `participated_*` name only the caller's own studies. A request with these
 *   filters has no other filters.
 * - If these filters name several studies, no session of these studies was ever anonymous or had
 *   the privacy level `roster_on_completion`.
 * - A request combines at most three filters about people. A filter about health stands alone.
 * - An age range that is combined with another filter spans at least five years.
 */
export const ParticipantFilters = z.strictObject({
  age_min: Years.optional(),
  age_max: Years.optional(),
  education_level: repeatedParameter(profileAnswerSchemas.education_level).optional(),
  country: repeatedParameter(profileAnswerSchemas.country).optional(),
  languages: repeatedParameter(profileAnswerSchemas.languages).optional(),
  sex: repeatedParameter(profileAnswerSchemas.sex).optional(),
  gender: repeatedParameter(profileAnswerSchemas.gender).optional(),
  handedness: repeatedParameter(profileAnswerSchemas.handedness).optional(),
  sight: repeatedParameter(profileAnswerSchemas.sight).optional(),
  hearing: repeatedParameter(profileAnswerSchemas.hearing).optional(),
  devices: repeatedParameter(profileAnswerSchemas.devices).optional(),
  completed_any_of: someStudies.optional(),
  completed_none_of: someStudies.optional(),
  participated_any_of: someStudies.optional(),
  participated_none_of: someStudies.optional(),
});
export type ParticipantFilters = z.output<typeof ParticipantFilters>;

/**
 * How many people match the filters, with noise, rounded to a multiple of twenty, and never more
 * than really match (docs/domain.md, 5). A repeated request gets the same count as long as the same
 * people match. Below twenty, `count` is null and `suppressed` true.
 */
export const ParticipantCount = z
  .object({ count: z.int().nullable(), suppressed: z.boolean() })
  .meta({ id: 'ParticipantCount' });
export type ParticipantCount = z.output<typeof ParticipantCount>;

export const countParticipants = endpoint('GET', '/api/participants/', {
  summary: 'How many participants fit some filters, with noise, for approved researchers',
  access: { ...researchersOnly, policy: 'participants.count' },
  query: ParticipantFilters,
  replies: { 200: ParticipantCount },
  errors: [
    'forbidden',
    'researcher_not_approved',
    'filters_too_narrow',
    'not_found',
    'too_many_counts',
  ],
});
