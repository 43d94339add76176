import type { ReviewState } from '../../../contracts/teaching/class-studies';

/** A submission, and what was decided about it. */
export interface ReviewStep {
  readonly state: 'submitted' | 'changes_asked' | 'approved';
  /** Of what was submitted (server/enrolment/launch/launch-content.ts). */
  readonly digest: string;
}

/**
 * The approval that counts: the newest, unless an instructor asked for changes of the same content later.
 * @param steps the newest first
 */
export function approvalInForce<Step extends ReviewStep>(steps: readonly Step[]): Step | null {
  const at = steps.findIndex(({ state }) => state === 'approved');
  const approval = steps[at];
  if (!approval) return null;
  const isTakenBack = steps
    .slice(0, at)
    .some(({ state, digest }) => state === 'changes_asked' && digest === approval.digest);
  return isTakenBack ? null : approval;
}

/**
 * The state of a review as its readers see it.
 * @param steps the newest first @param present digest of what a launch would freeze now
 */
export function reviewState(steps: readonly ReviewStep[], present: string): ReviewState {
  const [newest] = steps;
  if (!newest) return 'none';
  if (newest.state === 'submitted') return 'submitted';
  if (approvalInForce(steps)?.digest === present) return 'approved';
  return newest.state === 'approved' ? 'changed' : 'changes_asked';
}

/**
 * Why a study may not be launched as it is; null where it may.
 * @param steps the newest first @param present digest of what the launch freezes
 */
export function launchRefusal(
  steps: readonly ReviewStep[],
  present: string,
): 'review_needed' | 'version_changed' | null {
  const approval = approvalInForce(steps);
  if (!approval) return 'review_needed';
  return approval.digest === present ? null : 'version_changed';
}
