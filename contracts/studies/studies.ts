import { z } from 'zod';
import { Anonymity } from './anonymity';
import { buildersOnly, signedIn, visitorOrSignedIn } from '../base/access';
import { StudyRole } from '../collaborators/collaborators';
import { Enrolment } from './enrol-button';
import { EligibilityFilter, GivenFilter, pastFilters } from './eligibility';
import { endpoint } from '../base/endpoint';
import { LaunchedVersion } from './launched-version';
import {
  changesSomething,
  Flag,
  Id,
  IdParams,
  Instant,
  line,
  LinkKey,
  Money,
  optionalText,
  Page,
  Sha256,
  text,
} from '../base/fields';
import { searchPageOf, shownStates, studyOrders } from './study-list';
import { limits } from '../base/limits';
import { givenPay, pay } from './payment-terms';
import { researcher } from './shown-researcher';
import { GivenRuntime, Requirement, Runtime, RuntimeKind } from './study-runtime';

/** docs/domain.md, 4: who may see the names of participants. */
export const privacyLevels = ['anonymous', 'roster_on_completion', 'roster_on_start'] as const;
export const PrivacyLevel = z.enum(privacyLevels);
export type PrivacyLevel = z.output<typeof PrivacyLevel>;
/** docs/domain.md, 4: what an anonymous session may keep of a participant's demographics. */
export const StoredDemographics = z.array(z.enum(['age', 'education_level']));
export type StoredDemographics = z.output<typeof StoredDemographics>;
export const StudyState = z.enum(['draft', 'ready', 'archived']);

/**
 * Minutes that people took in the session that pays, the median as it was when the day (UTC) began, of so many fives of
 * people as had completed; null below five, where it is not plausible or nothing is paid, and to the study's own
 * researchers, who see their sessions.
 */
const median_minutes = z.number().nullable();

/** A tile of the public catalogue: recruiting studies only, so the description is public. */
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
    /** Whether taking part counts for courses, by the stated minutes (docs/domain.md, 8). */
    offers_credit: z.boolean(),
    runtime_kind: RuntimeKind.nullable(),
    requirements: z.array(Requirement),
    /** What the word anonymous means in the study; null where it is not called anonymous. */
    anonymity: Anonymity.nullable(),
    researcher,
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
    ...pay,
    privacy_level: PrivacyLevel,
    /**
     * Whether the session that represents the study has the anonymous privacy level, but too few people for
     * anonymity.
     */
    too_few_people: z.boolean(),
    /** What the word anonymous means in the open session; null where it is not called anonymous. */
    anonymity: Anonymity.nullable(),
    /**
     * The answers about themselves that the open session keeps with the data; in anonymous sessions in bands,
     * such as ages of five years.
     */
    kept_demographics: StoredDemographics,
    /**
     * The researchers who learn names of its participants, the owner first; empty where the session is
     * anonymous. For the study's owner and editors: the researchers to whom a launch with names would show
     * names.
     */
    names_shown_to: z.array(researcher),
    additional_notes: z.string().nullable(),
    requirements: z.array(Requirement),
    eligibility: z.array(EligibilityFilter),
    /** A rule about earlier studies, shown to all visitors by the titles that these had at their newest launch. */
    follows: z.array(
      z.object({
        filter: z.enum(pastFilters),
        titles: z.array(z.string()).min(1),
      }),
    ),
    runtime: Runtime.nullable(),
    maximum_minutes: z.int(),
    allow_repeats: z.boolean(),
    /** Whether taking part counts for courses, by the stated minutes (docs/domain.md, 8). */
    offers_credit: z.boolean(),
    state: StudyState,
    recruiting: z.boolean(),
    spots_available: z.int(),
    /** The researcher who is responsible for the page: to participants, the one who launched it. */
    researcher,
    /** The owner to whom the study has passed since then; null where it is still the same person. */
    passed_to: researcher.nullable(),
    own: z.boolean(),
    /** The caller's role in the study; null for callers without one. */
    role: StudyRole.nullable(),
    /** Shown only to the study's researchers; all others get the texts as launched in the fields above. */
    launched_version: LaunchedVersion.nullable(),
    consent: z.object({ _id: Id, version: z.int(), sha256: Sha256, title: z.string() }).nullable(),
    enrolment: Enrolment,
    /** For the researchers who run it: a change names the version that it was made from. */
    version: z.int().nullable(),
    /** The classroom for which students build it; null for all other studies, and for callers without a role. */
    classroom_id: Id.nullable(),
    created_at: Instant,
    updated_at: Instant,
  })
  .meta({ id: 'Study' });
export type Study = z.output<typeof Study>;
/** A row of the researcher's own list. */
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
    /** The sessions that run, paused ones included: how many, their seats, and the seats taken. */
    running: z.object({ sessions: z.int(), capacity: z.int(), taken: z.int() }),
    /** The caller's role in the study. */
    role: StudyRole,
    /** The classroom for which students build it; null for all other studies. */
    classroom_id: Id.nullable(),
    created_at: Instant,
    updated_at: Instant,
  })
  .meta({ id: 'OwnStudy' });
export type OwnStudy = z.output<typeof OwnStudy>;

const details = {
  title: line(limits.title),
  description: text(limits.description),
  duration_minutes: z.int().min(1).max(limits.durationMinutes),
  privacy_level: PrivacyLevel,
  ...givenPay,
  additional_notes: optionalText(limits.notes).nullable().optional(),
  requirements: z.array(Requirement).max(10).optional(),
  eligibility: z.array(GivenFilter).max(50).optional(),
  runtime: GivenRuntime.nullable().optional(),
  maximum_minutes: z.int().min(1).max(limits.durationMinutes).optional(),
  allow_repeats: z.boolean().optional(),
  offers_credit: z.boolean().optional(),
};
export const NewStudy = z
  .strictObject({
    ...details,
    /** Where the caller builds it as a student. Who is no researcher and builds in one classroom alone need not name it. */
    classroom_id: Id.nullable().optional(),
  })
  .meta({ id: 'NewStudy' });
export const StudyChange = z
  .strictObject({
    ...details,
    /**
     * The version that the change was made from; if another version is stored, nothing changes
     * (`study_changed`).
     */
    version: z.int().min(1),
  })
  .partial()
  .refine(({ version: _, ...change }) => changesSomething(change), { error: 'nothing_to_change' })
  .meta({ id: 'StudyChange' });

/** Two lists (docs/api-conventions.md): the catalogue, and with `scope=mine` the caller's own. */
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
    paid: Flag.optional(),
    offers_credit: Flag.optional(),
    scope: z.enum(['mine']).optional(),
    /** Returns only studies in this state; only with `scope=mine`. By default, studies in every state are returned. */
    state: z.enum(shownStates).optional(),
    /** The order of the list; only with `scope=mine`. By default, the newest come first. */
    sort: z.enum(studyOrders).optional(),
    ...Page,
  }),
  replies: { 200: z.union([searchPageOf(StudyCard), searchPageOf(OwnStudy)]) },
  errors: ['unauthenticated', 'forbidden'],
  compressed: true,
});
export const createStudy = endpoint('POST', '/api/studies/', {
  summary: 'Create a study',
  access: { ...buildersOnly, token: { scope: 'manage', study: null } },
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
  query: z.object({ session: Id.optional(), link: LinkKey.optional() }),
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
