import type { AuditDetails, AuditAction } from '../../../../contracts/audit';

interface Somebody {
  _id: string;
}
interface Told {
  action: AuditAction;
  actor: Somebody | null;
  subject: Somebody | null;
  details: AuditDetails;
}

/**
 * What administrators and the system do to others, and what people do to themselves, are different
 * sentences.
 */
const bothWays: readonly AuditAction[] = [
  'deletion-requested',
  'sign-ins-ended',
  'second-factor-removed',
  'identity-unlinked',
];

/** The key of the sentence for this record. */
export function sentenceOf({ action, actor, subject, details }: Told): string {
  if (
    action === 'review-decided' &&
    (details.decision === 'approve' || details.decision === 'reject')
  )
    return `${action}_${details.decision}`;
  if (action === 'data-exported' && details.step === 'downloaded') return `${action}_downloaded`;
  if (action === 'sign-in-failed' && details.method === 'password-reset') return `${action}_reset`;
  if (bothWays.includes(action) && actor?._id !== subject?._id) return `${action}_other`;
  return action;
}

/**
 * Said already by the sentence, or shown apart from the other details, or the id of a sign-in,
 * which tells nobody anything.
 */
const silent = new Set(['reason', 'decision', 'step', 'note', 'note_mac', 'sign_in', 'token_id']);

/**
 * `words` knows the texts of the namespace, below `audit.`; what nobody gave words to stays a code,
 * so that nothing of a record is hidden.
 */
export function detailsInWords(
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
