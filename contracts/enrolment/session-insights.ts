import { z } from 'zod';
import { studyBuildersOnly } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Id, IdParams, Instant, Money, PageQuery, pageSchemaOf } from '../base/fields';
import { enrolmentLimits } from './limits';
import { ParticipationState, RosterDecision } from './participations';

/**
 * The time of a change of the session. It is exact, except for changes by participants of an
 * anonymous session: these have only the day (UTC), since an exact time would reveal who it was
 * (docs/domain.md, 4).
 */
const StepTime = z.union([Instant, z.iso.date()]);

export const sessionChangeKinds = [
  'launched',
  'opened',
  'paused',
  'resumed',
  'closed',
  'capacity',
  'closing_date',
  'reward',
  'consent_withdrawn',
  'first_person',
  'half_full',
  'full',
] as const;
export const SessionHistoryEntry = z
  .object({
    what: z.enum(sessionChangeKinds),
    at: StepTime,
    /**
     * The researcher who made the change; null for an automatic change, and where the researcher's
     * account was deleted.
     */
    by: z.object({ _id: Id, first_name: z.string(), last_name: z.string() }).nullable(),
    /** The former value of a changed capacity, date or reward; `after` is its new value. */
    before: z.string().nullable(),
    after: z.string().nullable(),
  })
  .meta({ id: 'SessionMoment' });
export type SessionHistoryEntry = z.output<typeof SessionHistoryEntry>;

export const SessionProgress = z
  .object({
    /**
     * The precision of times: `day` (UTC) in anonymous sessions, since exact times would reveal who
     * acted.
     */
    resolution: z.enum(['moment', 'day']),
    /**
     * The time at which these figures were true. In an anonymous session this is the beginning of
     * the current day (UTC): what participants do today changes no figure. Decisions of researchers
     * count immediately in `states` and `cost`.
     */
    as_of: Instant,
    /**
     * A time series of at most 200 points: the seats taken at the end of each interval, and how
     * many people had started and completed by then, whatever happened to them later.
     */
    curve: z.array(
      z.object({ at: StepTime, taken: z.int(), started: z.int(), completed: z.int() }),
    ),
    /**
     * How many people reached each of these states or a later one; people who left afterwards are
     * included.
     */
    funnel: z.object({
      enrolled: z.int(),
      started: z.int(),
      completed: z.int(),
      approved: z.int(),
    }),
    /**
     * How many participants of the roster are in each state; states without participants are left
     * out.
     */
    states: z.array(z.object({ state: ParticipationState, people: z.int() })),
    /**
     * Minutes from start to completion, of the people who completed; null below five people. In an anonymous session
     * only people who completed by the end of yesterday (UTC) count, so that a change of the figures cannot be traced
     * to one person.
     */
    minutes: z
      .object({
        people: z.int(),
        lower_quartile: z.number(),
        median: z.number(),
        upper_quartile: z.number(),
        /** The minutes that the study stated at the launch. */
        stated: z.int(),
        /**
         * Whether the median is plausible: false where it is far below the stated minutes
         * (contracts/enrolment/plausible-minutes.ts).
         */
        plausible: z.boolean(),
      })
      .nullable(),
    /**
     * The hourly rate of pay: the reward divided by the median minutes. Null without a reward or a
     * median, and where the median is implausible.
     */
    hourly: Money.nullable(),
    /**
     * The cost of the taken seats, by the state of their participations. `approved`: the researcher
     * owes it to the participants. `to_review`: the participation is completed and waits for a
     * decision. `held`: it is reserved for participations that are not completed yet. Null without
     * a reward.
     */
    cost: z.object({ approved: Money, to_review: Money, held: Money }).nullable(),
    /**
     * How many seats per hour were taken during the last hours; null where too few were taken to
     * compute a rate.
     */
    rate: z.object({ per_hour: z.number(), over_hours: z.number() }).nullable(),
    /**
     * The time at which the session will be full if seats are taken at the present rate; null where
     * no rate is known, and where the session is full or not open.
     */
    full_at: StepTime.nullable(),
    timeline: z.array(SessionHistoryEntry),
  })
  .meta({ id: 'SessionProgress' });
export type SessionProgress = z.output<typeof SessionProgress>;

export const readSessionProgress = endpoint('GET', '/api/sessions/{id}/progress/', {
  summary: 'How an own session fills: over time, minutes, costs, what happened',
  access: {
    ...studyBuildersOnly,
    policy: 'session.read',
    token: { scope: 'read', study: 'session' },
  },
  params: IdParams,
  replies: { 200: SessionProgress },
  errors: ['forbidden'],
});

/**
 * How many minutes the participants of a session took, as the median; `SessionProgress` contains
 * the same figure. Sessions with fewer than five people, or with an implausible median, are left
 * out.
 */
export const SessionMedianDuration = z
  .object({ session_id: Id, minutes: z.number() })
  .meta({ id: 'SessionMedian' });
export type SessionMedianDuration = z.output<typeof SessionMedianDuration>;

export const listSessionMedianDurations = endpoint('GET', '/api/session-medians/', {
  summary: 'How long the own paid sessions take, by the median of at least five people',
  access: studyBuildersOnly,
  query: z.object(PageQuery),
  replies: { 200: pageSchemaOf(SessionMedianDuration) },
  errors: ['forbidden'],
});

/** The tag of a participant on the roster. */
const tag = z.string().regex(/^[0-9a-f]{16}$/, { error: 'invalid' });
export const DecisionByRosterTag = z
  .strictObject({ tag, decision: RosterDecision })
  .meta({ id: 'TagDecision' });
export type DecisionByRosterTag = z.input<typeof DecisionByRosterTag>;
/**
 * A decision about one participant, named either by the tag on the roster or by the pseudonym that
 * exports contain as `run_participant`.
 */
export const DecisionByTagOrPseudonym = z
  .strictObject({
    tag: tag.optional(),
    run_participant: z
      .string()
      .regex(/^[0-9a-f]{32}$/, { error: 'invalid' })
      .optional(),
    decision: RosterDecision,
  })
  .refine((one) => (one.tag === undefined) !== (one.run_participant === undefined), {
    path: ['tag'],
    error: 'required',
  })
  .meta({ id: 'AnyDecision' });
export type DecisionByTagOrPseudonym = z.input<typeof DecisionByTagOrPseudonym>;

export const decideOnManyParticipations = endpoint('POST', '/api/sessions/{id}/decisions/', {
  summary: 'Decide about many participations by tag or pseudonym: all of them, or none',
  access: {
    ...studyBuildersOnly,
    policy: 'session.manage',
    token: { scope: 'manage', study: 'session' },
  },
  params: IdParams,
  body: z.strictObject({
    decisions: z.array(DecisionByTagOrPseudonym).min(1).max(enrolmentLimits.decisionsAtOnce),
  }),
  bodyBytes: enrolmentLimits.decisionsBytes,
  replies: { 200: z.object({ decided: z.int(), already: z.int() }) },
  errors: ['forbidden', 'unavailable'],
});
