import type { ClassStudy, ReviewState } from '../../../../../../contracts/teaching/class-studies';

/** Studies that wait for the instructors come first. */
const rank: Record<ReviewState, number> = {
  submitted: 0,
  changed: 1,
  changes_asked: 2,
  none: 3,
  approved: 4,
};

type Ordered = Pick<ClassStudy, 'title' | 'review' | 'review_day'>;

/** Studies to review first, the one that waits longest at the top; within a state by day and title. */
export const inOrderOfReview = <S extends Ordered>(studies: readonly S[]): S[] =>
  [...studies].sort(
    (a, b) =>
      rank[a.review ?? 'none'] - rank[b.review ?? 'none'] ||
      (a.review_day ?? '').localeCompare(b.review_day ?? '') ||
      a.title.localeCompare(b.title),
  );
