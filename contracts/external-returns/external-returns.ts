import { z } from 'zod';
import { credentialInRequest, researchersOnly, signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Id, IdParams, Instant } from '../base/fields';
import { ParticipationState } from '../enrolment/participations';

/**
 * The result that an external study reports for a participant (docs/decisions/external-studies.md).
 * `failed_check` does not reject the participation, since a rejection must state a reason. It
 * completes the participation, like `completed`, and a researcher then decides about it.
 */
export const returnOutcomes = ['completed', 'screened_out', 'failed_check'] as const;
export const ReturnOutcome = z.enum(returnOutcomes);
export type ReturnOutcome = z.output<typeof ReturnOutcome>;

export const returnChannels = ['redirect', 'server', 'code'] as const;
export type ReturnChannel = (typeof returnChannels)[number];

/**
 * Why a return changed nothing. `over`: the participation had already ended; its state says how.
 */
export const returnRefusals = [
  'bad_signature',
  'wrong_code',
  'unknown_participant',
  'not_started',
  'timed_out',
  'over',
] as const;
export type ReturnRefusal = (typeof returnRefusals)[number];
export const returnProcessingResults = ['done', 'already', 'refused'] as const;
export type ReturnProcessingResult = (typeof returnProcessingResults)[number];

/**
 * The answer to a return. State and study are null if the return carried no valid proof. In an
 * anonymous session, only the participant gets the exact state. For any other sender, the answer
 * hides all events of the current day, except the sender's own returns.
 */
export const ReturnResponse = z
  .object({
    result: z.enum(returnProcessingResults),
    reason: z.enum(returnRefusals).nullable(),
    outcome: ReturnOutcome.nullable(),
    state: ParticipationState.nullable(),
    study_id: Id.nullable(),
    study_title: z.string().nullable(),
  })
  .meta({ id: 'ReturnAnswer' });
export type ReturnResponse = z.output<typeof ReturnResponse>;

/**
 * An entry of the log of returns. Equal returns of one day (UTC) are one entry; `times` says how
 * many they are.
 * - `tag`: the participant on the session's roster; null if the return did not prove which
 *   participant it is about.
 * - In an anonymous session (docs/domain.md, 4), `last_at` is always null. For the current day, the
 *   log shows only returns that the external study's server sent. These entries have no tag. Their
 *   `result` and `reason` are those of the answer that this server got.
 */
export const ReturnLogLine = z.object({
  tag: z.string().nullable(),
  way: z.enum(returnChannels),
  outcome: ReturnOutcome.nullable(),
  result: z.enum(returnProcessingResults),
  reason: z.enum(returnRefusals).nullable(),
  day: z.iso.date(),
  last_at: Instant.nullable(),
  times: z.int(),
});
export type ReturnLogLine = z.output<typeof ReturnLogLine>;

/** The pseudonym that the link to the external study carried as its parameter `participant`. */
export const ParticipantPseudonym = z.string().regex(/^[0-9a-f]{32}$/, { error: 'invalid' });
const said = { session: Id, participant: ParticipantPseudonym, outcome: ReturnOutcome };

export const returnByRedirect = endpoint('POST', '/api/external-returns/', {
  summary: 'A participant comes back from an external study, by an address that the study signed',
  // The external study has redirected the participant's browser to this site. `signature` proves
  // that the study's server made the address of the redirect. If the participant is signed in, the
  // answer is about their own participation.
  access: credentialInRequest(),
  body: z.strictObject({ ...said, signature: z.string().max(200) }),
  replies: { 200: ReturnResponse },
  errors: ['data_incomplete', 'unavailable'],
});
export const returnByServer = endpoint('POST', '/api/external-returns/server/', {
  summary: "An external study's server says what became of a participant, with its token",
  access: credentialInRequest(),
  body: z.strictObject({ ...said, token: z.string().max(200) }),
  replies: { 200: ReturnResponse },
  errors: ['invalid_return_token', 'data_incomplete', 'unavailable'],
});
export const returnByCode = endpoint('POST', '/api/participations/{id}/external/', {
  summary: 'A participant types the code that the external study showed',
  access: { ...signedIn, policy: 'participation.external' },
  params: IdParams,
  body: z.strictObject({ code: z.string().max(100) }),
  replies: { 200: ReturnResponse },
  errors: ['too_many_requests', 'data_incomplete', 'unavailable'],
});
/**
 * Reads the participant's link to the external study. `url` is null unless the participation is in
 * progress in a session of such a study.
 */
export const readExternalStudyLink = endpoint('GET', '/api/participations/{id}/external/', {
  summary: 'The own link to an external study, and what the study said',
  access: { ...signedIn, policy: 'participation.external' },
  params: IdParams,
  replies: {
    200: z
      .object({ url: z.string().nullable(), arrived: z.array(ReturnLogLine) })
      .meta({ id: 'OwnExternalStudy' }),
  },
});

/**
 * What the researchers of a study can read: the secrets that prove that a return comes from their
 * external study, and the hundred newest entries of the log of returns.
 */
export const ExternalReturns = z
  .object({
    study_id: Id,
    study_title: z.string(),
    privacy_level: z.string(),
    /** The key of the HMAC that proves a return: the bytes of this text in UTF-8. */
    secret: z.string(),
    token: z.string(),
    codes: z.object({
      completed: z.string(),
      screened_out: z.string(),
      failed_check: z.string(),
    }),
    arrived: z.array(ReturnLogLine),
  })
  .meta({ id: 'ExternalReturns' });
export type ExternalReturns = z.output<typeof ExternalReturns>;
export const readExternalReturns = endpoint('GET', '/api/sessions/{id}/external-returns/', {
  summary: 'How the external study of a session returns people, and what arrived',
  access: { ...researchersOnly, policy: 'session.manage' },
  params: IdParams,
  replies: { 200: ExternalReturns },
  errors: ['forbidden'],
});
export const renewExternalSecret = endpoint('PUT', '/api/sessions/{id}/external-returns/', {
  summary: 'Another secret, token and codes; the former ones end at once',
  access: { ...researchersOnly, policy: 'session.manage' },
  params: IdParams,
  body: z.strictObject({ renew_secret: z.literal(true) }),
  replies: { 200: ExternalReturns },
  errors: ['forbidden'],
});
