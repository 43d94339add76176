import { screen } from '@testing-library/react';
import { queryClient } from '../../lib/query-client';
import { useAuth } from '../../lib/auth/auth.store';
import { profileQuery } from '../../lib/auth/user';
import { freshBrowser, renderPart } from '../../test/render-app';
import { aUser } from '../../test/common-answers';
import { Banners } from './banners';

const show = (more: Parameters<typeof aUser>[0]) => {
  useAuth.getState().signedIn('t', '2099-01-01T00:00:00Z');
  queryClient.setQueryData(profileQuery().queryKey, aUser(more));
  renderPart(<Banners />);
};
beforeEach(() => freshBrowser());

test('a person with a pending deletion sees the day, and how to keep the account', () => {
  show({ deletion_at: '2099-03-04T12:00:00Z', status: 'NEW' });
  expect(
    screen.getByText('Your account will be deleted on March 4, 2099. Sign in again to keep it.'),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sign in again' })).toHaveAttribute(
    'href',
    '/logout?redirect=%2Fsignin',
  );
});
test('a researcher without an organization sees a request for affiliation and interests', () => {
  show({ is_researcher: true });
  expect(screen.getByText(/affiliation and interests/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Fill in affiliation' })).toHaveAttribute(
    'href',
    '/profile/#affiliation',
  );
});
test('a researcher with an organization and without a decision sees that the review is pending', () => {
  show({ is_researcher: true, organization: 'X' });
  expect(
    screen.getByText(
      'Your researcher identity is pending review. We will contact you if we have any questions.',
    ),
  ).toBeVisible();
});
test('a failed review shows how to request a new one', () => {
  show({ is_researcher: true, organization: 'X', researcher_privilege: false });
  expect(
    screen.getByText(
      'Your researcher identity did not pass review. Please update your affiliation to initiate another review request.',
    ),
  ).toBeVisible();
});
test('an approved researcher with a verified email sees no banner', () => {
  show({ is_researcher: true, organization: 'X', researcher_privilege: true });
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
});
test('an approved researcher without a verified email sees a request to verify it before taking part', () => {
  show({ is_researcher: true, organization: 'X', researcher_privilege: true, status: 'NEW' });
  expect(
    screen.getByText(
      'If you would like to participate in a study as a participant, please verify your email first.',
    ),
  ).toBeVisible();
});
test('a participant without a verified email sees a request to verify it', () => {
  show({ status: 'NEW' });
  expect(
    screen.getByText(
      'You must verify your email before participating in any studies. Check your email inbox for instructions.',
    ),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send the email again' })).toBeVisible();
});
