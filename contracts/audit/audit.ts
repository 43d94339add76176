import { z } from 'zod';
import { administratorsOnly } from '../base/access';
import { endpoint } from '../base/endpoint';
import { GivenInstant, Id, Instant, Page, pageOf } from '../base/fields';

/** The actions of the audit log. Its rows contain ids and codes, never names or addresses. */
export const auditActions = [
  'signed-in',
  'sign-in-failed',
  'sign-in-ended',
  'sign-ins-ended',
  'password-reset',
  'identity-linked',
  'identity-unlinked',
  'account-registered',
  'account-activated',
  'second-factor-added',
  'second-factor-removed',
  'recovery-codes-renewed',
  'recovery-code-used',
  'deletion-requested',
  'deletion-cancelled',
  'account-purged',
  'data-exported',
  'roster-opened',
  'consent-withdrawn',
  'account-disabled',
  'account-enabled',
  'role-given',
  'role-taken',
  'review-decided',
  'invitation-created',
  'invitation-changed',
  'invitation-revoked',
  'sso-connection-added',
  'sso-connection-changed',
  'sso-connection-removed',
  'sso-trust-asked',
  'sso-trust-in-force',
  'sso-trust-withdrawn',
  'webhook-created',
  'webhook-changed',
  'webhook-secret-renewed',
  'webhook-deleted',
  'api-token-created',
  'api-token-ended',
  'collaborator-invited',
  'collaborator-invitation-withdrawn',
  'collaborator-joined',
  'collaborator-changed',
  'collaborator-removed',
  'collaborator-roster-opened',
  'collaborator-roster-closed',
  'study-offered',
  'study-offer-taken-back',
  'study-offer-declined',
  'study-passed',
  'message-report-decided',
  'study-data-exported',
  'study-imported',
  'imported-data-deleted',
  'outside-data-added',
  'outside-data-deleted',
] as const;
export const AuditAction = z.enum(auditActions);
export type AuditAction = z.output<typeof AuditAction>;
export type AuditDetails = Record<string, string | number | boolean | null>;

const Somebody = z.object({
  _id: Id,
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
});
/**
 * `sequence` is null in the seconds before the record is sealed into the chain, and for failed
 * sign-ins, which are counted outside of it: by account, network and hour, with `count` and
 * `network` (a code) as their details and the beginning of the hour as their time. Names are joined
 * when the log is read: those of an erased account are gone. `action` is one of `AuditAction`, or
 * one that a newer version of the server wrote: no record may make the log unreadable.
 */
export const AuditRecord = z
  .object({
    _id: Id,
    sequence: z.int().nullable(),
    at: Instant,
    action: z.string(),
    actor: Somebody.nullable(),
    subject: Somebody.nullable(),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    request_id: z.string().nullable(),
  })
  .meta({ id: 'AuditRecord' });

export const readAudit = endpoint('GET', '/api/audit/', {
  summary: 'The audit log, newest first',
  access: administratorsOnly,
  query: z.object({
    action: AuditAction.optional(),
    person: Id.optional(),
    from: GivenInstant.optional(),
    to: GivenInstant.optional(),
    ...Page,
  }),
  replies: { 200: pageOf(AuditRecord) },
  errors: ['forbidden', 'second_factor_missing'],
});
