export const en = {
  reviewRequested: {
    subject: 'A researcher waits for a review',
    heading: 'A researcher waits for a review',
    body: 'Look at the affiliation, then approve it or say what is missing.',
    researcher: 'Researcher',
    organization: 'Organization',
    interests: 'Interests',
    button: 'Open the review queue',
  },
  reviewApproved: {
    subject: 'Your researcher identity is approved',
    heading: 'Your researcher identity is approved',
    body: 'You can now launch sessions into the public catalogue.',
    reason: 'The reviewer wrote:',
    button: 'Go to your studies',
  },
  reviewRejected: {
    subject: 'Your researcher identity did not pass review',
    heading: 'Your researcher identity did not pass review',
    body: 'You can still build and preview studies and recruit by a private link. What you have made is kept.',
    reason: 'The reviewer wrote:',
    again: 'Update your affiliation to start another review.',
    button: 'Update your affiliation',
  },
};

export type ReviewTexts = typeof en;
