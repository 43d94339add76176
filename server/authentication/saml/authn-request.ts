/** An AuthnRequest that waits for its response, with the identity provider to which it was sent. */
export interface PendingAuthnRequest {
  id: string;
  connection_id: string;
  purpose: 'sign-in' | 'test';
  relay_state: string;
  /** Whether the provider must authenticate the person again (ForceAuthn). */
  fresh: boolean;
  created_at: Date;
  expires_at: Date;
  entity_id: string;
  sso_url: string;
  /**
   * When an administrator requested the change that this request tests. Null for a test of the
   * settings in force, and for a sign-on.
   */
  waiting_since: Date | null;
}
/**
 * A pending request to which a response arrived. `certificates`: those of the provider (DER in
 * base64).
 */
export type AnsweredAuthnRequest = PendingAuthnRequest & { certificates: readonly string[] };
