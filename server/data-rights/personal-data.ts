/**
 * One table, as far as it speaks of a person: every column except those left out, the newest last.
 */
export interface Section {
  name: string;
  table: string;
  /** $1 is the person. */
  where: string;
  /** Secrets, keyed hashes, and ids that mean other people or the machinery. */
  without: readonly string[];
}
const own = (name: string, table: string, ...without: string[]): Section => ({
  name,
  table,
  where: 'account_id = $1',
  without: ['account_id', ...without],
});

/** The files of a copy that are tables, one by one. A new column is in the next copy by itself. */
export const files = {
  account: [
    { name: 'account', table: 'identity.account', where: 'id = $1', without: ['password_hash'] },
    own('notes_of_administrators', 'identity.account_note'),
  ],
  demographics: [own('demographics', 'identity.demographics')],
  'sign-in-methods': [own('identities', 'identity.identity')],
  'sign-ins': [own('sign_ins', 'identity.token', 'hash')],
  'second-factor': [
    own('authenticator_app', 'identity.totp', 'secret', 'last_step'),
    own('passkeys', 'identity.passkey', 'credential_id', 'public_key'),
    own('recovery_codes', 'identity.recovery_code', 'code_hash'),
  ],
  'under-way': [
    own('verifications', 'identity.verification', 'key_hash'),
    own('password_resets', 'identity.password_reset', 'code_hash'),
    own('provider_sign_ins', 'identity.oidc_flow', 'key_hash', 'invitation_hash'),
    own('proven_identities', 'identity.pending_identity_link', 'token_hash'),
    own('passkey_registrations', 'identity.passkey_registration', 'challenge'),
    own(
      'second_factor_challenges',
      'identity.second_factor_challenge',
      'token_hash',
      'passkey_challenge',
    ),
  ],
  reviews: [
    own('reviews', 'identity.review', 'decided_by'),
    {
      name: 'reviews_decided',
      table: 'identity.review',
      where: 'decided_by = $1',
      without: ['account_id', 'decided_by', 'organization', 'organization_ror_id', 'interests'],
    },
  ],
  invitations: [
    {
      name: 'invitations_created',
      table: 'identity.invitation',
      where: 'created_by = $1',
      without: ['code_hash', 'created_by'],
    },
  ],
  mails: [own('mails', 'platform.mail', 'key')],
  exports: [own('exports', 'identity.export', 'tries')],
} as const satisfies Record<string, readonly Section[]>;

/** Those that need more than one table or another role: held.read.ts. */
export const further = {
  participations: [
    'research.participation',
    'research.participation_move',
    'identity.participation_link',
  ],
  agreements: ['research.agreement'],
  studies: ['research.study', 'research.consent', 'research.session'],
  'roster-accesses': ['identity.roster_access'],
  'audit-log': ['platform.audit'],
} as const;

export type FileName = keyof typeof files | keyof typeof further;
/** In the order in which the index names them. */
export const fileNames: readonly FileName[] = [
  'account',
  'demographics',
  'sign-in-methods',
  'sign-ins',
  'second-factor',
  'under-way',
  'participations',
  'agreements',
  'roster-accesses',
  'reviews',
  'invitations',
  'studies',
  'mails',
  'audit-log',
  'exports',
];

/**
 * Tables that are in no copy, and why. A table in neither list fails the tests: what is held about
 * somebody must not be forgotten.
 */
export const leftOut: Readonly<Record<string, string>> = {
  'identity.export_part': 'the copies themselves',
  'platform.outbox': 'events on their way, ids only, gone within hours',
  'platform.processed_event': 'which event is dealt with',
  'platform.rate_limit_counter': 'counters against guessing under keyed hashes, gone within a day',
  'platform.stored_file': 'files by their content; nobody is named',
  'platform.audit_seal': 'the chain over the audit log',
  'identity.organization': 'organizations to choose from',
  'identity.saml_connection': "organizations' identity providers",
  'identity.saml_domain': "organizations' mail domains",
  'identity.saml_request': 'sign-ons on their way, before anybody is known, gone within minutes',
  'identity.saml_assertion': 'fingerprints against replay, gone within minutes',
  'identity.saml_code': 'encrypted under a code that is not here, gone within a minute',
  'identity.used_id_token': 'fingerprints against replay, gone within hours',
  'identity.sso_token': 'encrypted under a token that is not here, gone within minutes',
};
