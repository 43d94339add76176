import { z } from 'zod';
import { studyBuildersOnly } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Id, IdParams, Instant, repeatedParameter, PageQuery, pageSchemaOf } from '../base/fields';
import { ParticipationState, RosterDecision } from './participations';

/**
 * A participant on a session's roster.
 * - `tag` identifies the participant within this session only.
 * - `entry` addresses the participant in a decision, and changes each time that the roster is
 *   opened.
 * - `day` (UTC) is the day of the last change, and `since` its exact time. `since` and
 *   `participation_id` are null unless the roster names the participant.
 * - In an anonymous session, the roster shows the state at the beginning of the current day (UTC),
 *   without participants who joined after that (docs/domain.md, 4).
 */
export const RosterEntry = z
  .object({
    entry: z.string(),
    tag: z.string(),
    participation_id: Id.nullable(),
    state: ParticipationState,
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    email: z.string().nullable(),
    day: z.iso.date(),
    since: Instant.nullable(),
    /**
     * How many minutes the participant took from start to completion, rounded to tenths; null
     * before the completion. Also null for callers who may not learn names: a researcher who
     * watched the participants come and go could recognise each of them by the duration.
     */
    minutes: z.number().nullable(),
    /**
     * The day on which the participant withdrew their data, which analyses must then leave out.
     * Null if the participant has not withdrawn them.
     */
    data_withdrawn_on: z.iso.date().nullable(),
  })
  .meta({ id: 'RosterEntry' });
export type RosterEntry = z.output<typeof RosterEntry>;

export const readRoster = endpoint('GET', '/api/sessions/{id}/roster/', {
  summary: 'Who takes part, as far as the privacy level lets the researcher know',
  access: {
    ...studyBuildersOnly,
    policy: 'session.manage',
    token: { scope: 'export', study: 'session' },
  },
  params: IdParams,
  query: z.object({
    ...PageQuery,
    state: repeatedParameter(ParticipationState).optional(),
    /** With `false`, the server leaves out all names, and does not record an access to them. */
    names: z.enum(['true', 'false']).optional(),
  }),
  replies: { 200: pageSchemaOf(RosterEntry) },
  errors: ['forbidden'],
});

export const decideOnRosterEntry = endpoint('PUT', '/api/sessions/{id}/roster/{entry}/', {
  summary:
    'Approve, reject, screen out, mark as no-show, nullify or overturn, by the line on the roster',
  access: {
    ...studyBuildersOnly,
    policy: 'session.manage',
    token: { scope: 'manage', study: 'session' },
  },
  params: z.object({ id: Id, entry: z.string().max(200) }),
  body: RosterDecision,
  replies: { 200: z.object({ state: ParticipationState }) },
  errors: [
    'forbidden',
    'illegal_transition',
    'slot_ahead',
    'decision_final',
    'decided_today',
    'data_withdrawn',
  ],
});
