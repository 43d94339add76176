/**
 * Why a sign-on was refused. Logs, and the result of a connection's test, contain this exact
 * reason; the browser gets one of four codes (`publicErrorCode`).
 */
export type SamlFaultCode =
  | 'malformed_response'
  | 'document_type'
  | 'ambiguous_response'
  | 'no_assertion'
  | 'unknown_encryption'
  | 'undecryptable_assertion'
  | 'encrypted_name'
  | 'provider_refused'
  | 'unsolicited'
  | 'unknown_request'
  | 'connection_disabled'
  | 'replayed'
  | 'unsigned_assertion'
  | 'weak_algorithm'
  | 'wrong_signature'
  | 'certificate_expired'
  | 'wrong_issuer'
  | 'wrong_destination'
  | 'wrong_recipient'
  | 'wrong_request'
  | 'wrong_audience'
  | 'wrong_time'
  | 'unknown_condition'
  | 'no_bearer_confirmation'
  | 'stale_authentication'
  | 'no_stable_subject'
  | 'no_email'
  | 'unreadable_email'
  | 'foreign_email'
  | 'not_accepted';

export class SamlError extends Error {
  /** @param detail technical values for the administrator of the connection, no personal data */
  constructor(
    readonly fault: SamlFaultCode,
    readonly detail: string | null = null,
  ) {
    super(fault);
  }
}

/**
 * Returns the error code for the sign-in page: the person must begin again, the domain has no
 * single sign-on, the provider did not authenticate the person again, or the provider's response
 * was refused.
 */
export const publicErrorCode = (
  fault: SamlFaultCode,
): 'invalid_flow' | 'no_sso_for_domain' | 'sign_in_not_fresh' | 'issuer_refused' => {
  if (fault === 'unsolicited' || fault === 'unknown_request' || fault === 'replayed')
    return 'invalid_flow';
  if (fault === 'stale_authentication') return 'sign_in_not_fresh';
  return fault === 'connection_disabled' ? 'no_sso_for_domain' : 'issuer_refused';
};

/**
 * Returns a hint that the sign-in page adds to the error:
 * - `person`: the organization's assertion was valid, but its data about the person were
 *   insufficient. This is known only after the signature was verified, so it reveals nothing to a
 *   stranger.
 * - `start`: the sign-on began at the organization.
 */
export const errorHintOf = (fault: SamlFaultCode): 'person' | 'start' | null => {
  if (fault === 'unsolicited') return 'start';
  return ['no_stable_subject', 'no_email', 'unreadable_email', 'foreign_email'].includes(fault)
    ? 'person'
    : null;
};
