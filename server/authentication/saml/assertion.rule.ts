import type { SamlFaultCode } from './saml-error';

export interface AssertionFacts {
  id: string;
  issuer: string;
  issued_at: string | null;
  /** `qualifier`: the scope in which a persistent name is unique; null if it is not stated. */
  name_id: { format: string | null; qualifier: string | null; value: string } | null;
  confirmations: {
    method: string | null;
    recipient: string | null;
    in_response_to: string | null;
    not_before: string | null;
    not_on_or_after: string | null;
  }[];
  conditions: {
    not_before: string | null;
    not_on_or_after: string | null;
    audiences: string[][];
    others: string[];
  }[];
  sessions: { authenticated_at: string | null; not_on_or_after: string | null }[];
  /**
   * `has_nested`: the attribute also has values with nested elements, which `values` does not
   * contain.
   */
  attributes: {
    name: string;
    friendly_name: string | null;
    values: string[];
    has_nested?: boolean;
  }[];
}
/**
 * What an assertion must match. `fresh_since`: the time from which on the provider must have
 * authenticated the person; null if an open session at the provider is enough.
 */
export interface ExpectedAssertion {
  issuer: string;
  acs_url: string;
  audience: string;
  request_id: string;
  fresh_since: Date | null;
  now: Date;
}
/**
 * The result of checking an assertion. `authenticated_at`: when the provider last authenticated the
 * person. It is null if the assertion says that the person was authenticated, but not when. It is
 * `unknownAuthenticationTime` if the assertion says nothing about an authentication.
 */
export type AssertionJudgement =
  | { fault: SamlFaultCode; detail?: string }
  | { valid_until: Date; authenticated_at: Date | null };

/** How many milliseconds the clocks of the provider and of this server may differ. */
export const clockSkewMs = 60_000;
/** The largest age of an assertion in milliseconds, even if its provider allows more. */
export const maximumAssertionAgeMs = 10 * 60_000;
/**
 * A time long ago, which stands for an unknown time of authentication, so that it never counts as a
 * recent one.
 */
export const unknownAuthenticationTime = new Date(0);

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
/**
 * Conditions of an assertion that need no check: this server always meets them, because it uses an
 * assertion once and never passes it on (SAML core, 2.5.1).
 */
const harmless = new Set(['OneTimeUse', 'ProxyRestriction']);

/**
 * SAML requires a time zone. JavaScript would read a time without one in the zone of this machine.
 */
const isDateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,12})?(?:Z|[+-]\d\d:\d\d)$/;
const at = (instant: string | null): number | null =>
  instant === null ? null : isDateTime.test(instant) ? Date.parse(instant) : NaN;
/** Whether a time is past. A time that cannot be parsed counts as past. */
const isOver = (instant: string | null, now: Date) =>
  instant !== null && !(now.getTime() - clockSkewMs < (at(instant) ?? NaN));
const isToCome = (instant: string | null, now: Date) =>
  instant !== null && !(now.getTime() + clockSkewMs >= (at(instant) ?? NaN));

/**
 * Checks whether an assertion is meant for this server, for this request and for the present time
 * (SAML profiles, 4.1.4.3; SAML core, 2.5). It is stricter than the standard: the signed assertion
 * itself must state the audience, the request and the end of its validity.
 */
export function judgeAssertion(
  facts: AssertionFacts,
  { issuer, acs_url, audience, request_id, fresh_since, now }: ExpectedAssertion,
): AssertionJudgement {
  if (facts.issuer !== issuer) return { fault: 'wrong_issuer', detail: facts.issuer };
  if (facts.id === '') return { fault: 'malformed_response' };
  const age = now.getTime() - (at(facts.issued_at) ?? NaN);
  const wrongTime = (said: string) =>
    ({ fault: 'wrong_time', detail: `${said}, here ${now.toISOString()}` }) as const;
  if (!(age >= -clockSkewMs && age <= maximumAssertionAgeMs + clockSkewMs))
    return wrongTime(`IssueInstant ${facts.issued_at ?? 'missing'}`);
  // The times are checked before the audience and the request. An old response often has an old
  // audience or request too, and the error with both times shows whose clock is wrong.
  const outside = facts.conditions.find(
    (c) => isOver(c.not_on_or_after, now) || isToCome(c.not_before, now),
  );
  if (outside)
    return wrongTime(`Conditions ${outside.not_before ?? ''} to ${outside.not_on_or_after ?? ''}`);
  for (const session of facts.sessions) {
    if (isOver(session.not_on_or_after, now))
      return wrongTime(`SessionNotOnOrAfter ${session.not_on_or_after ?? ''}`);
    if (isToCome(session.authenticated_at, now))
      return wrongTime(`AuthnInstant ${session.authenticated_at ?? ''}`);
  }

  const forBearers = facts.confirmations.filter(
    (c) => c.method === bearer && c.not_on_or_after !== null,
  );
  if (forBearers.length === 0) return { fault: 'no_bearer_confirmation' };
  const forUs = forBearers.filter((c) => c.recipient === acs_url);
  if (forUs.length === 0)
    return { fault: 'wrong_recipient', detail: forBearers[0]?.recipient ?? 'missing' };
  const forThis = forUs.filter((c) => c.in_response_to === request_id);
  if (forThis.length === 0) return { fault: 'wrong_request' };
  const confirmed = forThis.find(
    (c) => !isOver(c.not_on_or_after, now) && !isToCome(c.not_before, now),
  );
  if (!confirmed)
    return wrongTime(
      `SubjectConfirmationData ${forThis[0]?.not_before ?? ''} to ${forThis[0]?.not_on_or_after ?? ''}`,
    );

  const [conditions, ...more] = facts.conditions;
  if (!conditions || more.length > 0) return { fault: 'wrong_audience', detail: 'missing' };
  if (
    conditions.audiences.length === 0 ||
    !conditions.audiences.every((meant) => meant.includes(audience))
  )
    return { fault: 'wrong_audience', detail: conditions.audiences.flat().join(', ') || 'missing' };
  const unknown = conditions.others.find((kind) => !harmless.has(kind));
  if (unknown !== undefined) return { fault: 'unknown_condition', detail: unknown };

  const proofs = facts.sessions
    .map((s) => at(s.authenticated_at))
    .filter((proof) => proof !== null);
  // If there are several statements of an authentication, the latest one counts. If there is none,
  // the assertion names the person but states no authentication (SAML core, 2.7.2).
  const authenticatedAt =
    facts.sessions.length === 0
      ? unknownAuthenticationTime
      : proofs.length === 0
        ? null
        : new Date(Math.max(...proofs));
  if (
    fresh_since &&
    !(authenticatedAt && authenticatedAt.getTime() >= fresh_since.getTime() - clockSkewMs)
  ) {
    return {
      fault: 'stale_authentication',
      detail: `AuthnInstant ${proofs.length === 0 ? 'missing' : (authenticatedAt?.toISOString() ?? '')}`,
    };
  }
  const ends = [confirmed.not_on_or_after, conditions.not_on_or_after]
    .map(at)
    .filter((end) => end !== null);
  // The time at which the assertion reaches the largest age that this server accepts. The assertion
  // itself may state an earlier end.
  const tooOld = now.getTime() - age + maximumAssertionAgeMs;
  return {
    valid_until: new Date(Math.min(Math.max(...ends), tooOld) + clockSkewMs),
    authenticated_at: authenticatedAt,
  };
}
