import type { Fault } from './refusal';

export interface AssertionFacts {
  id: string;
  issuer: string;
  issued_at: string | null;
  name_id: { format: string | null; value: string } | null;
  confirmations: { method: string | null; recipient: string | null; in_response_to: string | null; not_before: string | null; not_on_or_after: string | null }[];
  conditions: { not_before: string | null; not_on_or_after: string | null; audiences: string[][]; others: string[] }[];
  sessions: { not_on_or_after: string | null }[];
  attributes: { name: string; friendly_name: string | null; values: string[] }[];
}
export interface Expected { issuer: string; acs_url: string; audience: string; request_id: string; now: Date }
export type Judgement = { fault: Fault; detail?: string } | { valid_until: Date };

/** How far the clocks of the two sides may differ. */
export const skewMs = 60_000;
/** However long a provider lets an assertion live, it is used within this time of being made. */
export const oldestMs = 10 * 60_000;

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
/** Conditions that ask nothing of somebody who takes an assertion once and passes it on to nobody (SAML core, 2.5.1). */
const harmless = new Set(['OneTimeUse', 'ProxyRestriction']);

const at = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant));
/** A moment that cannot be read is one that has passed. */
const isOver = (instant: string | null, now: Date) => instant !== null && !(now.getTime() - skewMs < (at(instant) ?? NaN));
const isToCome = (instant: string | null, now: Date) => instant !== null && !(now.getTime() + skewMs >= (at(instant) ?? NaN));

/**
 * Whether an assertion, its signature verified, is meant for us, for this request and for now (SAML profiles, 4.1.4.3; SAML core, 2.5). Stricter than
 * the standard has it: who it is for, what it answers and until when must all be said within what is signed.
 */
export function judge(facts: AssertionFacts, { issuer, acs_url, audience, request_id, now }: Expected): Judgement {
  if (facts.issuer !== issuer) return { fault: 'wrong_issuer', detail: facts.issuer };
  if (facts.id === '') return { fault: 'malformed_response' };
  const age = now.getTime() - (at(facts.issued_at) ?? NaN);
  if (!(age >= -skewMs && age <= oldestMs + skewMs)) return { fault: 'wrong_time', detail: `IssueInstant ${facts.issued_at ?? 'missing'}` };

  const forBearers = facts.confirmations.filter((c) => c.method === bearer && c.not_on_or_after !== null);
  if (forBearers.length === 0) return { fault: 'no_bearer_confirmation' };
  const forUs = forBearers.filter((c) => c.recipient === acs_url);
  if (forUs.length === 0) return { fault: 'wrong_recipient', detail: forBearers[0]?.recipient ?? 'missing' };
  const forThis = forUs.filter((c) => c.in_response_to === request_id);
  if (forThis.length === 0) return { fault: 'wrong_request' };
  const confirmed = forThis.find((c) => !isOver(c.not_on_or_after, now) && !isToCome(c.not_before, now));
  if (!confirmed) return { fault: 'wrong_time', detail: `SubjectConfirmationData NotOnOrAfter ${forThis[0]?.not_on_or_after ?? ''}` };

  const [conditions, ...more] = facts.conditions;
  if (!conditions || more.length > 0) return { fault: 'wrong_audience', detail: 'missing' };
  if (isOver(conditions.not_on_or_after, now) || isToCome(conditions.not_before, now)) return { fault: 'wrong_time', detail: `Conditions ${conditions.not_before ?? ''} to ${conditions.not_on_or_after ?? ''}` };
  if (conditions.audiences.length === 0 || !conditions.audiences.every((meant) => meant.includes(audience))) return { fault: 'wrong_audience', detail: conditions.audiences.flat().join(', ') || 'missing' };
  const unknown = conditions.others.find((kind) => !harmless.has(kind));
  if (unknown !== undefined) return { fault: 'unknown_condition', detail: unknown };

  if (facts.sessions.length === 0) return { fault: 'no_authentication' };
  if (facts.sessions.some((s) => isOver(s.not_on_or_after, now))) return { fault: 'wrong_time', detail: 'SessionNotOnOrAfter' };
  const ends = [confirmed.not_on_or_after, conditions.not_on_or_after].map(at).filter((end) => end !== null);
  return { valid_until: new Date(Math.max(...ends) + skewMs) };
}
