import { randomBytes } from 'node:crypto';
import { later, minutes } from '../../platform/concurrency/clock';
import type { Transaction } from '../../platform/db/unit-of-work';

/** An AuthnRequest that was sent and the provider that it was sent to. */
export interface PendingAuthnRequest {
  id: string;
  connection_id: string;
  purpose: 'sign-in' | 'test';
  relay_state: string;
  /** An open session at the provider is not enough. */
  fresh: boolean;
  created_at: Date;
  expires_at: Date;
  entity_id: string;
  sso_url: string;
}

/** Long enough for a provider's own password, second factor and consent. */
const waitsFor = minutes(15);

export interface AskedProvider {
  id: string;
  entity_id: string;
  sso_url: string;
}
export interface Wish {
  purpose: PendingAuthnRequest['purpose'];
  fresh: boolean;
}

/**
 * Writes down what is about to be asked: the row is the proof that a response was asked for
 * (InResponseTo), by whom, and what for.
 */
export async function newAuthnRequest(
  tx: Transaction,
  { id: connection_id, entity_id, sso_url }: AskedProvider,
  { purpose, fresh }: Wish,
  now: Date,
): Promise<PendingAuthnRequest> {
  // An xs:ID must not begin with a digit. The RelayState stays below the eighty bytes of the
  // standard (SAML bindings, 3.4.3).
  const request: PendingAuthnRequest = {
    id: `_${randomBytes(20).toString('hex')}`,
    relay_state: randomBytes(24).toString('base64url'),
    connection_id,
    purpose,
    fresh,
    created_at: now,
    expires_at: later(now, waitsFor),
    entity_id,
    sso_url,
  };
  await tx.query(
    `INSERT INTO identity.saml_request (id, connection_id, purpose, relay_state, fresh, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [request.id, connection_id, purpose, request.relay_state, fresh, now, request.expires_at],
  );
  return request;
}
