import type { Transaction } from '../../platform/db/unit-of-work';
import { LaunchReviews, type LaunchReviewPort } from './launch-reviews';

const tx = {} as Transaction;
const study = { id: 'a study', classroom_id: 'a class' };

describe('LaunchReviews (the check of a class study before its launch)', () => {
  it('refuses every launch of a class study while no module is registered that decides about launches', async () => {
    await expect(new LaunchReviews().mustBeApproved(tx, study, 'digest')).rejects.toThrow(
      'review_needed',
    );
  });

  it('leaves the decision to the registered module, and refuses to register a second one', async () => {
    const reviews = new LaunchReviews();
    const asked: unknown[] = [];
    const keeper: LaunchReviewPort = {
      mustBeApproved: (...args) => Promise.resolve(void asked.push(args)),
    };
    reviews.reviewedBy(keeper);
    await reviews.mustBeApproved(tx, study, 'digest');
    expect(asked).toEqual([[tx, study, 'digest']]);
    expect(() => reviews.reviewedBy(keeper)).toThrow('reviewed already');
  });
});
