import type {
  ClassStudy,
  ClassReviewState,
} from '../../../../../../contracts/teaching/class-studies';

/** The order of the states: studies that wait for the instructors come first. */
const rank: Record<ClassReviewState, number> = {
  submitted: 0,
  changed: 1,
  changes_asked: 2,
  none: 3,
  approved: 4,
};

type Ordered = Pick<ClassStudy, 'title' | 'review' | 'review_day'>;

/**
 * Sorts the studies by review state, starting with those to review. Studies with the same state are
 * sorted by the day of their newest review, the earliest day first, and then by title.
 */
export const sortByReviewState = <S extends Ordered>(studies: readonly S[]): S[] =>
  [...studies].sort(
    (a, b) =>
      rank[a.review ?? 'none'] - rank[b.review ?? 'none'] ||
      (a.review_day ?? '').localeCompare(b.review_day ?? '') ||
      a.title.localeCompare(b.title),
  );
