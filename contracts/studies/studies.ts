import { z } from 'zod';
import { Anonymity } from './anonymity';
import { studyBuildersOnly, signedIn, visitorOrSignedIn } from '../base/access';
import { StudyRole } from '../collaborators/collaborators';
import { EnrolButtonState } from './enrol-button';
import { EligibilityFilter, EnteredFilter, earlierStudyFilters } from './eligibility';
import { endpoint } from '../base/endpoint';
import { LaunchedVersion } from './launched-version';
import {
  hasAnyChange,
  QueryFlag,
  Id,
  IdParams,
  Instant,
  singleLine,
  PrivateLinkKey,
  Money,
  optionalMultilineText,
  PageQuery,
  Sha256,
  multilineText,
} from '../base/fields';
import { searchPageSchemaOf, studyListFilters, studyOrders } from './study-list';
import { limits } from '../base/limits';
import { studyPaymentInputFields, studyPaymentFields } from './payment-terms';
import { publicResearcherSchema } from './shown-researcher';
import { RuntimeRequest, BrowserRequirement, Runtime, RuntimeKind } from './study-runtime';

/** Who may see the names of participants (docs/domain.md, 4). */
export const privacyLevels = ['anonymous', 'roster_on_completion', 'roster_on_start'] as const;
export const PrivacyLevel = z.enum(privacyLevels);
export type PrivacyLevel = z.output<typeof PrivacyLevel>;
/** What an anonymous session may store of a participant's demographics (docs/domain.md, 4). */
export const StoredDemographics = z.array(z.enum(['age', 'education_level']));
export type StoredDemographics = z.output<typeof StoredDemographics>;
export const StudyState = z.enum(['draft', 'ready', 'archived']);

/**
 * The median of the minutes that participants took in the session that the page shows. It includes
 * all who completed before the current day (UTC). Null
 * - if the session pays nothing, or fewer than five people have completed it;
 * - if the median is implausible;
 * - for the study's own researchers, who see the median in their sessions.
 */
const median_minutes = z.number().nullable();

/** A study in the catalogue. Every visitor can read the catalogue; all studies in it recruit. */
export const StudyCard = z
  .object({
    _id: Id,
    title: z.string(),
    description: z.string(),
    duration_minutes: z.int(),
    median_minutes,
    reward: Money.nullable(),
    spots_available: z.int(),
    session_id: Id,
    privacy_level: PrivacyLevel,
    too_few_people: z.boolean(),
    /** Whether participants earn course credit for the stated minutes (docs/domain.md, 8). */
    offers_credit: z.boolean(),
    runtime_kind: RuntimeKind.nullable(),
    requirements: z.array(BrowserRequirement),
    /** What the word anonymous means in the study; null where it is not called anonymous. */
    anonymity: Anonymity.nullable(),
    researcher: publicResearcherSchema,
    closes_at: Instant.nullable(),
  })
  .meta({ id: 'StudyCard' });
export type StudyCard = z.output<typeof StudyCard>;

export const Study = z
  .object({
    _id: Id,
    title: z.string(),
    description: z.string().nullable(),
    duration_minutes: z.int(),
    median_minutes,
    ...studyPaymentFields,
    privacy_level: PrivacyLevel,
    /** Whether the session that the page shows has the anonymous level, but too few people to be anonymous. */
    too_few_people: z.boolean(),
    /** What the word anonymous means in the open session; null where it is not called anonymous. */
    anonymity: Anonymity.nullable(),
    /**
     * Which of the participant's profile answers the open session stores with the data. Anonymous sessions store them
     * in bands, such as an age band of five years.
     */
    kept_demographics: StoredDemographics,
    /**
     * The researchers who learn the participants' names, the owner first; empty if the session is
     * anonymous. For the study's owner and editors: who would learn the names in a new session.
     */
    names_shown_to: z.array(publicResearcherSchema),
    additional_notes: z.string().nullable(),
    requirements: z.array(BrowserRequirement),
    eligibility: z.array(EligibilityFilter),
    /** An eligibility rule about earlier studies, with the titles of these studies at their newest launch. */
    follows: z.array(
      z.object({
        filter: z.enum(earlierStudyFilters),
        titles: z.array(z.string()).min(1),
      }),
    ),
    runtime: Runtime.nullable(),
    maximum_minutes: z.int(),
    allow_repeats: z.boolean(),
    /** Whether participants earn course credit for the stated minutes (docs/domain.md, 8). */
    offers_credit: z.boolean(),
    state: StudyState,
    recruiting: z.boolean(),
    spots_available: z.int(),
    /** The researcher responsible for the study; for participants, the one who launched it. */
    researcher: publicResearcherSchema,
    /** The present owner, if the study was transferred since; null where the owner is unchanged. */
    passed_to: publicResearcherSchema.nullable(),
    own: z.boolean(),
    /** The caller's role in the study; null for callers without one. */
    role: StudyRole.nullable(),
    /** For the study's researchers: the launch whose texts participants and visitors read. */
    launched_version: LaunchedVersion.nullable(),
    consent: z.object({ _id: Id, version: z.int(), sha256: Sha256, title: z.string() }).nullable(),
    enrolment: EnrolButtonState,
    /** The version that a change of the study must name; null for callers who may not edit it. */
    version: z.int().nullable(),
    /** The classroom whose students build the study; null for other studies, and for callers without a role. */
    classroom_id: Id.nullable(),
    created_at: Instant,
    updated_at: Instant,
  })
  .meta({ id: 'Study' });
export type Study = z.output<typeof Study>;
/** A study in the researcher's own list. */
export const OwnStudy = z
  .object({
    _id: Id,
    title: z.string(),
    duration_minutes: z.int(),
    reward: Money.nullable(),
    privacy_level: PrivacyLevel,
    state: StudyState,
    recruiting: z.boolean(),
    has_consent: z.boolean(),
    sessions: z.int(),
    participants: z.int(),
    /** The sessions of the study that are active or paused: how many there are, their seats, and the taken seats. */
    running: z.object({ sessions: z.int(), capacity: z.int(), taken: z.int() }),
    /** The caller's role in the study. */
    role: StudyRole,
    /** The classroom for which students build the study; null for all other studies. */
    classroom_id: Id.nullable(),
    created_at: Instant,
    updated_at: Instant,
  })
  .meta({ id: 'OwnStudy' });
export type OwnStudy = z.output<typeof OwnStudy>;

const details = {
  title: singleLine(limits.title),
  description: multilineText(limits.description),
  duration_minutes: z.int().min(1).max(limits.durationMinutes),
  privacy_level: PrivacyLevel,
  ...studyPaymentInputFields,
  additional_notes: optionalMultilineText(limits.notes).nullable().optional(),
  requirements: z.array(BrowserRequirement).max(10).optional(),
  eligibility: z.array(EnteredFilter).max(50).optional(),
  runtime: RuntimeRequest.nullable().optional(),
  maximum_minutes: z.int().min(1).max(limits.durationMinutes).optional(),
  allow_repeats: z.boolean().optional(),
  offers_credit: z.boolean().optional(),
};
export const NewStudy = z
  .strictObject({
    ...details,
    /** The classroom in which a student builds the study; optional for students who build in one classroom only. */
    classroom_id: Id.nullable().optional(),
  })
  .meta({ id: 'NewStudy' });
export const StudyChange = z
  .strictObject({
    ...details,
    /**
     * The version on which the change is based; if another version is stored, nothing changes
     * (`study_changed`).
     */
    version: z.int().min(1),
  })
  .partial()
  .refine(({ version: _, ...change }) => hasAnyChange(change), { error: 'nothing_to_change' })
  .meta({ id: 'StudyChange' });

/** Lists the catalogue or, with `scope=mine`, the caller's studies (docs/api-conventions.md). */
export const listStudies = endpoint('GET', '/api/studies/', {
  summary: 'Recruiting studies, or with scope=mine the own ones',
  access: { ...visitorOrSignedIn, policy: 'study.list', token: { scope: 'read', study: null } },
  query: z.object({
    text: z.string().max(200).optional(),
    max_minutes: z
      .preprocess(
        (v) => (v === '' ? undefined : v),
        z.coerce.number<number | string>().int().min(1).optional(),
      )
      .optional(),
    paid: QueryFlag.optional(),
    offers_credit: QueryFlag.optional(),
    scope: z.enum(['mine']).optional(),
    /** Returns only studies in this state; only with `scope=mine`. By default, studies in every state are returned. */
    state: z.enum(studyListFilters).optional(),
    /** The order of the list; only with `scope=mine`. By default, the newest come first. */
    sort: z.enum(studyOrders).optional(),
    ...PageQuery,
  }),
  replies: { 200: z.union([searchPageSchemaOf(StudyCard), searchPageSchemaOf(OwnStudy)]) },
  errors: ['unauthenticated', 'forbidden'],
  compressed: true,
});
export const createStudy = endpoint('POST', '/api/studies/', {
  summary: 'Create a study',
  access: { ...studyBuildersOnly, token: { scope: 'manage', study: null } },
  body: NewStudy,
  replies: { 201: Study },
  errors: [
    'forbidden',
    'not_found',
    'would_reveal',
    'sandbox_only',
    'classroom_closed',
    'too_many_class_studies',
  ],
});
export const readStudy = endpoint('GET', '/api/studies/{id}/', {
  summary: 'A study as the caller may see it',
  access: { ...visitorOrSignedIn, policy: 'study.read', token: { scope: 'read', study: 'study' } },
  params: IdParams,
  query: z.object({ session: Id.optional(), link: PrivateLinkKey.optional() }),
  replies: { 200: Study },
  errors: ['unauthenticated'],
  compressed: true,
});
export const changeStudy = endpoint('PUT', '/api/studies/{id}/', {
  summary: 'Change a study',
  access: { ...signedIn, policy: 'study.edit', token: { scope: 'manage', study: 'study' } },
  params: IdParams,
  body: StudyChange,
  replies: { 200: Study },
  errors: ['forbidden', 'study_archived', 'study_changed', 'would_reveal', 'sandbox_only'],
});
