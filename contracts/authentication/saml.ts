import { z } from 'zod';
import { administratorsOnly, anyone } from '../base/access';
import { endpoint } from '../base/endpoint';
import {
  hasAnyChange,
  QueryFlag,
  Id,
  IdParams,
  Instant,
  singleLine,
  PageQuery,
  pageSchemaOf,
} from '../base/fields';
import { limits } from '../base/limits';
import { authenticationLimits } from './limits';
import { MailDomain } from '../base/mail-domain';

export const readSamlRedirectUrl = endpoint('GET', '/api/saml/redirect_url/', {
  summary: "Where the sign-on of somebody's organization begins",
  access: anyone,
  query: z.object({
    user_email: z.string().min(1, { error: 'required' }).max(limits.email),
    fresh: QueryFlag.optional().meta({
      description:
        'The organization is to ask for proof again (ForceAuthn), whatever session is open there: ' +
        'for what asks for a recent sign-in. An answer that does not say so is refused.',
    }),
  }),
  replies: { 200: z.object({ redirect_url: z.string() }) },
  errors: ['no_sso_for_domain'],
});
export const redeemSamlCode = endpoint('GET', '/api/saml/redeem/', {
  summary: 'Exchange the code of a finished sign-on for a token of issuer ssoready',
  access: anyone,
  query: z.object({ saml_access_code: z.string().max(200).optional() }),
  replies: { 200: z.object({ token: z.string(), token_issuer: z.literal('ssoready') }) },
  errors: ['invalid_code'],
});

const Certificate = z.object({
  subject: z.string(),
  sha256_fingerprint: z.string(),
  not_after: Instant,
});
/** One changed field of a connection: its old and new value. */
const SamlChange = z
  .discriminatedUnion('field', [
    z.object({
      field: z.enum(['organization', 'entity_id', 'sso_url']),
      before: z.string(),
      after: z.string(),
    }),
    z.object({ field: z.literal('enabled'), before: z.boolean(), after: z.boolean() }),
    z.object({
      field: z.literal('domains'),
      added: z.array(z.string()),
      removed: z.array(z.string()),
      kept: z.array(z.string()),
    }),
    z.object({
      field: z.literal('certificates'),
      added: z.array(Certificate),
      removed: z.array(Certificate),
      kept: z.array(Certificate),
    }),
  ])
  .meta({ id: 'SamlChange' });
export type SamlChange = z.output<typeof SamlChange>;
const SamlTest = z.object({
  at: Instant,
  ok: z.boolean(),
  code: z.string(),
  detail: z.string().nullable(),
});
/**
 * A reason why sign-ons were refused during the last 30 days; the list begins with the most recent
 * one.
 */
const SamlFault = z.object({
  code: z.string(),
  count: z.number().int().positive(),
  last_at: Instant.meta({ description: 'To the minute.' }),
  last_request_id: z.string().meta({ description: 'Under which the log has it.' }),
});
export const SamlConnection = z
  .object({
    _id: Id,
    organization: z.string(),
    domains: z.array(z.string()).meta({ description: 'In ASCII.' }),
    domains_shown: z.array(z.string()).meta({ description: 'The same, as people write them.' }),
    entity_id: z.string(),
    sso_url: z.string(),
    certificates: z.array(Certificate),
    enabled: z.boolean(),
    /**
     * The pending change, which takes effect at `in_force_at` unless an administrator stops it
     * (docs/decisions/saml.md).
     */
    waiting: z
      .object({
        provider: z
          .object({
            entity_id: z.string(),
            sso_url: z.string(),
            certificates: z.array(Certificate),
          })
          .nullable(),
        enables: z.boolean(),
        /** The fields that the pending change would change; all others keep their values. */
        changes: z.array(SamlChange),
        /** The last test sign-on with the settings of the pending change. */
        last_test: SamlTest.nullable(),
        asked_by: Id.nullable(),
        asked_by_name: z.string().nullable(),
        asked_at: Instant,
        in_force_at: Instant,
      })
      .nullable(),
    /** The last test sign-on with the settings in force. */
    last_test: SamlTest.nullable(),
    faults: z.array(SamlFault),
    created_at: Instant,
    updated_at: Instant,
  })
  .meta({ id: 'SamlConnection' });
export type SamlConnection = z.output<typeof SamlConnection>;
/** The values about this server that an organization enters at its identity provider. */
export const ServiceProvider = z
  .object({ entity_id: z.string(), acs_url: z.string(), metadata_url: z.string() })
  .meta({ id: 'ServiceProvider' });

const connection = {
  organization: singleLine(limits.title),
  domains: z.array(MailDomain).min(1).max(50),
  metadata_xml: z.string().min(1).max(authenticationLimits.samlMetadata),
};
/**
 * A new connection is disabled: it signs people in only after an administrator has enabled it. A
 * test sign-on works before that.
 */
export const NewSamlConnection = z
  .strictObject({ ...connection, enabled: z.boolean().default(false) })
  .meta({ id: 'NewSamlConnection' });
export const SamlConnectionChange = z
  .strictObject({ ...connection, enabled: z.boolean() })
  .partial()
  .refine(hasAnyChange, { error: 'nothing_to_change' })
  .meta({ id: 'SamlConnectionChange' });
const errors = [
  'forbidden',
  'second_factor_missing',
  'invalid_metadata',
  'domain_taken',
  'identity_provider_taken',
] as const;

export const listSamlConnections = endpoint('GET', '/api/saml/connections/', {
  summary: 'Single sign-on connections',
  access: administratorsOnly,
  query: z.object(PageQuery),
  replies: { 200: pageSchemaOf(SamlConnection).extend({ service_provider: ServiceProvider }) },
  errors: ['forbidden', 'second_factor_missing'],
});
export const createSamlConnection = endpoint('POST', '/api/saml/connections/', {
  summary:
    "Connect an organization by its identity provider's metadata; disabled unless said otherwise",
  access: administratorsOnly,
  body: NewSamlConnection,
  replies: { 201: SamlConnection },
  errors: [...errors],
});
export const changeSamlConnection = endpoint('PUT', '/api/saml/connections/{id}/', {
  summary: 'Change, enable or disable a connection; disabling ends the sign-ins that came by it',
  access: administratorsOnly,
  params: IdParams,
  body: SamlConnectionChange,
  replies: { 200: SamlConnection },
  errors: [...errors],
});
export const deleteSamlConnection = endpoint('DELETE', '/api/saml/connections/{id}/', {
  summary: 'Remove a connection and end the sign-ins that came by it; accounts stay',
  access: administratorsOnly,
  params: IdParams,
  replies: { 204: null },
  errors: ['forbidden', 'second_factor_missing'],
});
export const testSamlConnection = endpoint('POST', '/api/saml/connections/{id}/test/', {
  summary: 'Begin a trial sign-on; its result is kept with the connection and signs nobody in',
  access: administratorsOnly,
  params: IdParams,
  query: z.object({
    waiting: QueryFlag.optional().meta({
      description:
        'Test the waiting change instead of the settings in force; the result is kept beside the change.',
    }),
  }),
  replies: { 200: z.object({ redirect_url: z.string() }) },
  errors: ['forbidden', 'second_factor_missing'],
});
export const decideSamlConnectionChange = endpoint('PUT', '/api/saml/connections/{id}/waiting/', {
  summary:
    'Approve what waits for a connection, as a second administrator, or withdraw it; in force it ' +
    'ends the sign-ins that came by the connection',
  access: administratorsOnly,
  params: IdParams,
  // `asked_at` says which pending change the administrator approves: another change may have
  // replaced it since the administrator read it.
  body: z.discriminatedUnion('action', [
    z.strictObject({ action: z.literal('approve'), asked_at: Instant }),
    z.strictObject({ action: z.literal('withdraw') }),
  ]),
  replies: { 200: SamlConnection },
  errors: [
    'forbidden',
    'second_factor_missing',
    'second_administrator_needed',
    'identity_provider_taken',
    'waiting_changed',
  ],
});
