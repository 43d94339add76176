import type { ClassReviewState } from '../../../contracts/teaching/class-studies';

/** A submission for review, with the decision about it. */
export interface ReviewSubmission {
  readonly state: 'submitted' | 'changes_asked' | 'approved';
  /** The digest of the submitted content (server/enrolment/launch/launch-content.ts). */
  readonly digest: string;
}

/**
 * Finds the approval that counts: the newest one, unless an instructor asked for changes of the
 * same content later.
 * @param steps the newest first
 */
export function approvalInForce<Step extends ReviewSubmission>(
  steps: readonly Step[],
): Step | null {
  const at = steps.findIndex(({ state }) => state === 'approved');
  const approval = steps[at];
  if (!approval) return null;
  const isTakenBack = steps
    .slice(0, at)
    .some(({ state, digest }) => state === 'changes_asked' && digest === approval.digest);
  return isTakenBack ? null : approval;
}

/**
 * Determines the state of a review that its readers see.
 * @param steps the newest first
 * @param present the digest of the content that a launch would copy now
 */
export function reviewState(steps: readonly ReviewSubmission[], present: string): ClassReviewState {
  const [newest] = steps;
  if (!newest) return 'none';
  if (newest.state === 'submitted') return 'submitted';
  if (approvalInForce(steps)?.digest === present) return 'approved';
  return newest.state === 'approved' ? 'changed' : 'changes_asked';
}

/**
 * Returns, as an error code, why the study may not be launched as it is; null if it may be launched.
 * @param steps the newest first
 * @param present the digest of the content that the launch would copy
 */
export function launchRefusal(
  steps: readonly ReviewSubmission[],
  present: string,
): 'review_needed' | 'version_changed' | null {
  const approval = approvalInForce(steps);
  if (!approval) return 'review_needed';
  return approval.digest === present ? null : 'version_changed';
}
