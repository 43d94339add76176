import { z } from 'zod';
import { administratorsOnly } from '../base/access';
import { endpoint } from '../base/endpoint';
import { authenticationActions } from '../authentication/audit-actions';
import { accountsActions } from '../accounts/audit-actions';
import { dataRightsActions } from '../data-rights/audit-actions';
import { enrolmentActions } from '../enrolment/audit-actions';
import { researchersActions } from '../researchers/audit-actions';
import { webhooksActions } from '../webhooks/audit-actions';
import { apiTokensActions } from '../api-tokens/audit-actions';
import { collaboratorsActions } from '../collaborators/audit-actions';
import { messagesActions } from '../messages/audit-actions';
import { paymentsActions } from '../payments/audit-actions';
import { researchDataActions } from '../research-data/audit-actions';
import { teachingActions } from '../teaching/audit-actions';
import { EnteredInstant, Id, Instant, PageQuery, pageSchemaOf } from '../base/fields';

/**
 * The actions that the audit log records. The filter on the page of the audit log shows them in
 * this order. The rows of the log contain ids and codes, never names or addresses.
 */
export const auditActions = [
  ...authenticationActions,
  ...accountsActions,
  ...dataRightsActions,
  ...enrolmentActions,
  ...researchersActions,
  ...webhooksActions,
  ...apiTokensActions,
  ...collaboratorsActions,
  ...messagesActions,
  ...researchDataActions,
  ...paymentsActions,
  ...teachingActions,
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
 * A record of the audit log.
 * - `sequence`: the place in the hash chain; null in the seconds before the record is added to it.
 * - Failed sign-ins are not part of the chain: `sequence` is always null. One record counts the
 *   failures of an account from one network in one hour. `at` is the start of the hour, and
 *   `details` contains `count` and a code for the `network`.
 * - Names are looked up when the log is read, so the name of a deleted account is missing.
 * - `action` is one of `AuditAction`, or an action that a newer version of the server recorded. An
 *   older version can therefore still show the log.
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
    from: EnteredInstant.optional(),
    to: EnteredInstant.optional(),
    ...PageQuery,
  }),
  replies: { 200: pageSchemaOf(AuditRecord) },
  errors: ['forbidden', 'second_factor_missing'],
});
