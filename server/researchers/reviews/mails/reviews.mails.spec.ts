import {
  mailLocale,
  testMailRendering,
  mailWebUrl,
} from '../../../../test/support/files/mail-rendering';
import { renderReviewDecided } from './review-decided.mail';
import { renderReviewRequested } from './review-requested.mail';

const approved = { approved: true, reason: 'Known to us' };
const rejected = { approved: false, reason: 'No such institute' };

testMailRendering({
  'review-asked': (to) =>
    renderReviewRequested(to, {
      researcher: 'Grace Hopper',
      organization: 'Yale',
      interests: 'Compilers',
    }),
  'review-decided, approved': (to) => renderReviewDecided(to, approved),
  'review-decided, rejected': (to) => renderReviewDecided(to, rejected),
});

it('the email about a decision shows the reason and the next step', () => {
  expect(renderReviewDecided(mailLocale(), rejected).text).toContain('> No such institute');
  expect(renderReviewDecided(mailLocale(), rejected).text).toContain(
    `${mailWebUrl}/profile/#affiliation`,
  );
  expect(renderReviewDecided(mailLocale(), approved).text).toContain(`${mailWebUrl}/experiments`);
});
