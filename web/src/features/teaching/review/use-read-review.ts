import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ClassReview, readClassReview } from '../../../../../contracts/teaching/class-studies';
import { query } from '../../../lib/http/api';

export interface ReviewBeingRead {
  /** The review that the page shows. */
  read: ClassReview;
  /** Whether the group has submitted a newer version than the one that is shown. */
  isOvertaken: boolean;
  /** Shows the newer version. */
  takeNewer: () => void;
}

/**
 * Returns a review that is updated live, but does not change while a person decides about it, since
 * an instructor must approve exactly what they read. A newer submission waits until the instructor
 * opens it; comments are shown at once.
 */
export function useReviewBeingRead(review: ClassReview): ReviewBeingRead {
  const client = useQueryClient();
  const [held, setHeld] = useState(review);
  const isOvertaken =
    held.may_decide &&
    held.state === 'submitted' &&
    held.submitted?.digest !== review.submitted?.digest;
  if (!isOvertaken && held !== review) setHeld(review);
  return {
    read: isOvertaken ? { ...held, comments: review.comments } : review,
    isOvertaken,
    // Takes the review from the cache, which may already contain a newer review than the rendered
    // one.
    takeNewer: () => {
      const { queryKey } = query(readClassReview, { params: { id: review.study._id } });
      setHeld(client.getQueryData(queryKey) ?? review);
    },
  };
}
