import { z } from 'zod';
import { studyBuildersOnly } from '../base/access';
import { StudyRole } from '../collaborators/collaborators';
import { endpoint } from '../base/endpoint';
import {
  hasAnyChange,
  EnteredInstant,
  Id,
  IdParams,
  Instant,
  Money,
  optionalSingleLine,
  optionalMultilineText,
  PageQuery,
  pageSchemaOf,
} from '../base/fields';
import { EnteredMoney } from '../money/given-money';
import { limits } from '../base/limits';
import { enrolmentLimits } from './limits';
import { Anonymity } from '../studies/anonymity';

import { PrivacyLevel } from '../studies/studies';
import { RuntimeKind } from '../studies/study-runtime';

export const SessionState = z.enum(['scheduled', 'active', 'paused', 'closed']);
export type SessionState = z.output<typeof SessionState>;
export const SessionAudience = z.enum(['catalogue', 'link', 'panel', 'classroom']);
/**
 * The number of participations in each state now; `completed` includes approved ones
 * (docs/api-conventions.md, live updates).
 */
export const SessionCounts = z.object({
  offered: z.int(),
  enrolled: z.int(),
  started: z.int(),
  completed: z.int(),
  waitlisted: z.int(),
  withdrawn: z.int(),
  timed_out: z.int(),
});
export type SessionCounts = z.output<typeof SessionCounts>;

export const Session = z
  .object({
    _id: Id,
    study_id: Id,
    study_title: z.string(),
    /** The caller's role in the study. */
    role: StudyRole,
    /**
     * Whether the session's privacy level shows names, and the caller may see them: as owner, or as
     * a collaborator with access to the roster.
     */
    sees_names: z.boolean(),
    /** The name that a researcher gave the session; null where it has none. */
    name: z.string().nullable(),
    /** The session's number within its study, from 1 in the order of creation. */
    number: z.int(),
    state: SessionState,
    close_reason: z.enum(['date', 'manual', 'funds']).nullable(),
    capacity: z.int(),
    spots_available: z.int(),
    counts: SessionCounts,
    version: z.int(),
    privacy_level: PrivacyLevel,
    /**
     * Whether the session has the privacy level `anonymous`, but too few people can take part, so
     * that no page calls it anonymous (docs/domain.md, 4). Frozen at the launch; false before it.
     */
    too_few_people: z.boolean(),
    /**
     * What the pages tell participants about the meaning of "anonymous" in this session. Frozen at
     * the launch; null before the launch, and where the session promises no anonymity.
     */
    anonymity: Anonymity.nullable(),
    /**
     * Whether the consent form of the session was withdrawn: then the session stays paused, and no
     * participation can start.
     */
    consent_withdrawn: z.boolean(),
    audience: SessionAudience,
    /**
     * Whether the study of this launched session runs on this server, so that researchers can watch
     * its runs.
     */
    runs_here: z.boolean(),
    /**
     * How the session's study runs, frozen at the launch; null before the launch, and for old
     * launches that did not record it.
     */
    runtime_kind: RuntimeKind.nullable(),
    /**
     * Whether only the researchers record who completed: participants press Start and follow the
     * study's written instructions.
     */
    researcher_concludes: z.boolean(),
    /** The key of the private link, for a session that has one. */
    link_key: z.string().nullable(),
    reward: Money.nullable(),
    /**
     * The duration in minutes that the study states. The launch freezes it; before the launch, it
     * is the present value of the study.
     */
    stated_minutes: z.int(),
    start_within_minutes: z.int(),
    launched_at: Instant.nullable(),
    opens_at: Instant.nullable(),
    closes_at: Instant.nullable(),
    additional_notes: z.string().nullable(),
    created_at: Instant,
  })
  .meta({ id: 'Session' });
export type Session = z.output<typeof Session>;

const capacity = z.int().min(1).max(enrolmentLimits.capacity);
export const NewSession = z
  .strictObject({
    capacity,
    name: optionalSingleLine(limits.title).nullable().optional(),
    opens_at: EnteredInstant.nullable().optional(),
    closes_at: EnteredInstant.nullable().optional(),
    start_within_minutes: z.int().min(1).max(525_600).optional(),
    additional_notes: optionalMultilineText(limits.notes).nullable().optional(),
    /**
     * Where the session recruits. A session of a class study always recruits in its classroom; any
     * other session recruits in the catalogue, unless the request chooses `link`.
     */
    audience: z.enum(['catalogue', 'link', 'classroom']).optional(),
    privacy_level: PrivacyLevel.optional(),
  })
  .meta({ id: 'NewSession' });
export const SessionChange = z
  .strictObject({
    state: z.enum(['active', 'paused', 'closed']),
    /** Requests a new key for the private link; the former link stops working immediately. */
    renew_link: z.literal(true),
    capacity,
    name: optionalSingleLine(limits.title).nullable(),
    closes_at: EnteredInstant.nullable(),
    additional_notes: optionalMultilineText(limits.notes).nullable(),
    privacy_level: PrivacyLevel,
    reward: EnteredMoney.nullable(),
    opens_at: EnteredInstant.nullable(),
    start_within_minutes: z.int().min(1).max(525_600),
  })
  .partial()
  .refine(hasAnyChange, { error: 'nothing_to_change' })
  .meta({ id: 'SessionChange' });

export const createSession = endpoint('POST', '/api/studies/{id}/sessions/', {
  summary: 'Create a session of a study',
  access: {
    ...studyBuildersOnly,
    policy: 'study.edit',
    token: { scope: 'manage', study: 'study' },
  },
  params: IdParams,
  body: NewSession,
  replies: { 201: Session },
  errors: ['forbidden', 'study_archived', 'privacy_level_lowered', 'would_reveal', 'sandbox_only'],
});
export const listSessions = endpoint('GET', '/api/sessions/', {
  summary: 'The dashboard: the own sessions',
  access: { ...studyBuildersOnly, token: { scope: 'read', study: 'query' } },
  query: z.object({ state: SessionState.optional(), study: Id.optional(), ...PageQuery }),
  replies: { 200: pageSchemaOf(Session) },
  errors: ['forbidden'],
});
export const readSession = endpoint('GET', '/api/sessions/{id}/', {
  summary: 'One own session',
  access: {
    ...studyBuildersOnly,
    policy: 'session.manage',
    token: { scope: 'read', study: 'session' },
  },
  params: IdParams,
  replies: { 200: Session },
  errors: ['forbidden'],
});
export const changeSession = endpoint('PUT', '/api/sessions/{id}/', {
  summary: 'Launch, pause, close or change a session',
  access: {
    ...studyBuildersOnly,
    policy: 'session.manage',
    token: { scope: 'manage', study: 'session' },
  },
  params: IdParams,
  body: SessionChange,
  replies: { 200: Session },
  errors: [
    'forbidden',
    'illegal_transition',
    'session_closed',
    'consent_missing',
    'runtime_missing',
    'parameter_in_address',
    'conditions_incomplete',
    'payment_terms_missing',
    'by_time_in_anonymous',
    'study_origin_required',
    'reasons_missing',
    'rehearsal_missing',
    'unavailable',
    'consent_invalid',
    'researcher_not_approved',
    'owner_not_approved',
    'owner_unavailable',
    'capacity_below_taken',
    'frozen_after_launch',
    'no_private_link',
    'too_few_seats',
    'reward_lowered',
    'reward_currency_changed',
    'privacy_level_lowered',
    'would_reveal',
    'study_archived',
    'too_many_launches',
    'insufficient_funds',
    'wrong_currency',
    'sandbox_only',
    'review_needed',
    'version_changed',
    'classroom_closed',
  ],
});
