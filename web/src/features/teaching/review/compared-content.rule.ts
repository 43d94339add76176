import type { ClassReview, ReviewContent } from '../../../../../contracts/teaching/class-studies';

export interface ComparedContent {
  /**
   * What the page shows: the submission while it waits for a decision, otherwise the present study.
   */
  shown: ReviewContent;
  /** The earlier content with which the shown content is compared; null if there is none. */
  before: { content: ReviewContent; kind: 'approved' | 'submitted' } | null;
  /** Whether the group has changed the study since it was submitted. */
  isChangedSince: boolean;
}

/** Chooses the content that a review shows, and the earlier content with which it is compared. */
export function compareReviewContent({
  state,
  submitted,
  approved,
  present,
}: Pick<ClassReview, 'state' | 'submitted' | 'approved' | 'present'>): ComparedContent {
  const isOpen = state === 'submitted' && submitted !== null;
  const shown = isOpen ? submitted : present;
  const others = [
    approved && { ...approved, kind: 'approved' as const },
    submitted && { ...submitted, kind: 'submitted' as const },
  ];
  const other = others.find((one) => one !== null) ?? null;
  return {
    shown: shown.content,
    before:
      other && other.digest !== shown.digest ? { content: other.content, kind: other.kind } : null,
    isChangedSince: isOpen && submitted.digest !== present.digest,
  };
}
