/**
 * Why a sign-on was not believed. The public learns four of these at most (publicCode), logs and a
 * trial's result say which it was.
 */
export type Fault =
  | 'malformed_response'
  | 'document_type'
  | 'ambiguous_response'
  | 'no_assertion'
  | 'encrypted_assertion'
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
  | 'foreign_email'
  | 'not_accepted';

export class SamlError extends Error {
  /**
   * @param detail for the administrator of the connection: technical values only, nothing about the
   * person
   */
  constructor(
    readonly fault: Fault,
    readonly detail: string | null = null,
  ) {
    super(fault);
  }
}

/**
 * What the sign-in page is told: begin again, no such sign-on here, not proven anew, or that the
 * other side's word does not count.
 */
export const publicCode = (
  fault: Fault,
): 'invalid_flow' | 'no_sso_for_domain' | 'sign_in_not_fresh' | 'issuer_refused' => {
  if (fault === 'unsolicited' || fault === 'unknown_request' || fault === 'replayed')
    return 'invalid_flow';
  if (fault === 'stale_authentication') return 'sign_in_not_fresh';
  return fault === 'connection_disabled' ? 'no_sso_for_domain' : 'issuer_refused';
};
