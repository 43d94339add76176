import { mailLocale, testRendering, web } from '../../../../test/support/files/mail-rendering';
import { reviewDecided } from './review-decided.mail';
import { reviewRequested } from './review-requested.mail';

const approved = { approved: true, reason: 'Known to us' };
const rejected = { approved: false, reason: 'No such institute' };

testRendering({
  'review-asked': (to) =>
    reviewRequested(to, {
      researcher: 'Grace Hopper',
      organization: 'Yale',
      interests: 'Compilers',
    }),
  'review-decided, approved': (to) => reviewDecided(to, approved),
  'review-decided, rejected': (to) => reviewDecided(to, rejected),
});

it('the email about a decision shows the reason and the next step', () => {
  expect(reviewDecided(mailLocale(), rejected).text).toContain('> No such institute');
  expect(reviewDecided(mailLocale(), rejected).text).toContain(`${web}/profile/#affiliation`);
  expect(reviewDecided(mailLocale(), approved).text).toContain(`${web}/experiments`);
});
