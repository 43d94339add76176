import {
  launchRefusal,
  reviewState,
  approvalInForce,
  type ReviewSubmission,
} from './review-state.rule';

/** Parses review steps, written as `approved a, submitted b`, the newest first. */
const steps = (text: string): ReviewSubmission[] =>
  text === ''
    ? []
    : text.split(', ').map((one) => {
        const [state, digest] = one.split(' ') as [ReviewSubmission['state'], string];
        return { state, digest };
      });

describe('The review of a study of a class', () => {
  it.each([
    ['', 'a', 'none', 'review_needed'],
    ['submitted a', 'a', 'submitted', 'review_needed'],
    ['submitted a', 'b', 'submitted', 'review_needed'],
    ['changes_asked a', 'a', 'changes_asked', 'review_needed'],
    ['changes_asked a', 'b', 'changes_asked', 'review_needed'],
    ['approved a', 'a', 'approved', null],
    ['approved a', 'b', 'changed', 'version_changed'],
    ['approved b, changes_asked a', 'b', 'approved', null],
    ['approved a, changes_asked a', 'a', 'approved', null],
    // A launch needs an approval of exactly the present content. A later submission of different
    // content does not prevent the launch.
    ['submitted b, approved a', 'a', 'submitted', null],
    ['submitted b, approved a', 'b', 'submitted', 'version_changed'],
    ['changes_asked b, approved a', 'a', 'approved', null],
    ['changes_asked b, approved a', 'b', 'changes_asked', 'version_changed'],
    // If an instructor asks for changes of approved content, the approval is revoked. An older
    // approval does not replace it.
    ['changes_asked a, approved a', 'a', 'changes_asked', 'review_needed'],
    ['changes_asked a, approved a', 'b', 'changes_asked', 'review_needed'],
    ['submitted a, changes_asked a, approved a', 'a', 'submitted', 'review_needed'],
    ['changes_asked b, approved b, approved a', 'a', 'changes_asked', 'review_needed'],
    ['approved b, approved a', 'a', 'changed', 'version_changed'],
    ['approved a, changes_asked a, approved a', 'a', 'approved', null],
  ])(
    'after the steps %p, with the present version %p, is %p; a launch gets the refusal %p',
    (text, present, state, refusal) => {
      expect(reviewState(steps(text), present)).toBe(state);
      expect(launchRefusal(steps(text), present)).toBe(refusal);
    },
  );

  it('compares the study with the newest approval that still counts', () => {
    expect(approvalInForce(steps('submitted c, approved b, approved a'))?.digest).toBe('b');
    expect(approvalInForce(steps('changes_asked b, approved b, approved a'))).toBeNull();
  });
});
