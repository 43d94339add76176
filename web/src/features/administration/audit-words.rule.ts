import {
  auditActions,
  type AuditDetails,
  type AuditAction,
} from '../../../../contracts/audit/audit';

interface Somebody {
  _id: string;
}
interface Told {
  action: string;
  actor: Somebody | null;
  subject: Somebody | null;
  details: AuditDetails;
}

/**
 * Actions that have two sentences: one for an administrator or the system, who acted on another
 * person's account, and one for a person who acted on their own account.
 */
const bothWays = [
  'deletion-requested',
  'sign-ins-ended',
  'second-factor-removed',
  'identity-unlinked',
] as const satisfies readonly AuditAction[];

/**
 * Whether the record counts the failed sign-ins of one hour. The audit log's hash chain does not
 * include such records.
 */
export const isSignInFailureCount = ({
  action,
  details,
}: Pick<Told, 'action' | 'details'>): boolean =>
  action === 'sign-in-failed' && typeof details.count === 'number';

/** Translation keys of the namespace `administration`, below `audit.said.`. */
type SentenceKey =
  | AuditAction
  | 'unknown'
  | `review-decided_${'approve' | 'reject'}`
  | 'data-exported_downloaded'
  | 'sign-in-failed_reset'
  | `${(typeof bothWays)[number]}_other`;

/**
 * Returns the key of the sentence for a record. The key is `unknown` if the server is newer than
 * this page and the page does not know the action.
 */
export function auditSentenceKey({ action, actor, subject, details }: Told): SentenceKey {
  if (
    action === 'review-decided' &&
    (details.decision === 'approve' || details.decision === 'reject')
  )
    return `${action}_${details.decision}`;
  if (action === 'data-exported' && details.step === 'downloaded') return `${action}_downloaded`;
  if (action === 'sign-in-failed' && details.method === 'password-reset') return `${action}_reset`;
  const either = bothWays.find((one) => one === action);
  if (either && actor?._id !== subject?._id) return `${either}_other`;
  return auditActions.find((one) => one === action) ?? 'unknown';
}

/**
 * Fields that the list of details leaves out. The sentence about the record already contains them,
 * the page shows them separately, or they hold the id of a sign-in, which means nothing to readers.
 */
const silent = new Set(['reason', 'decision', 'step', 'note', 'note_mac', 'sign_in', 'token_id']);

/**
 * Writes the details of a record in words. A value without a text is shown as its code, so that no
 * part of a record is hidden.
 * @param words looks up texts below `audit.` in the namespace `administration`
 */
export function auditDetailsText(
  details: AuditDetails,
  words: (key: string) => string | undefined,
): { reason: string | null; facts: string[] } {
  const facts = Object.entries(details)
    .filter(
      ([key, value]) =>
        !silent.has(key) &&
        !(key === 'by' && value === 'operator') &&
        value !== null &&
        value !== '',
    )
    .map(
      ([key, value]) =>
        `${words(`detail.${key}`) ?? key}: ${words(`value.${String(value)}`) ?? String(value)}`,
    );
  return {
    reason: typeof details.reason === 'string' && details.reason ? details.reason : null,
    facts,
  };
}
