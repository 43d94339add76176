import { screen, waitFor, within } from '@testing-library/react';
import { fill, user } from '../../test/user';
import {
  changeInvitation,
  decideReview,
  type Invitation,
  listInvitations,
  listReviews,
  type ResearcherReview,
} from '../../../../contracts/researchers/researchers';
import { useAuth } from '../../lib/auth/auth.store';
import { freshBrowser, renderPage } from '../../test/render-app';
import { emptyServerRoutes, distantFuture, profileRoute, aUser } from '../../test/common-answers';
import { fakeServer, on, refusal } from '../../test/fake-server';
import { invitationState } from './invitation-state';

const id = (n: number) => `0193a1b2-0000-7000-8000-0000000000${10 + n}`;
const review = (
  signals: ResearcherReview['signals'],
  more: Partial<ResearcherReview> = {},
): ResearcherReview => ({
  _id: id(1),
  state: 'pending',
  requested_at: '2026-11-01T00:00:00Z',
  decided_at: null,
  reason: null,
  decided_by: null,
  organization: 'Uni',
  organization_ror_id: null,
  interests: null,
  signals,
  researcher: {
    _id: id(2),
    first_name: 'Emmy',
    last_name: 'Noether',
    email: 'emmy@uni.example',
    email_verified: true,
  },
  ...more,
});
const code = (more: Partial<Invitation> = {}): Invitation => ({
  _id: id(3),
  max_uses: 10,
  uses: 4,
  label: 'Summer school',
  expires_at: null,
  revoked_at: null,
  created_by: { _id: id(4), first_name: 'Alex', last_name: 'Admin' },
  created_at: '2026-11-01T00:00:00Z',
  ...more,
});
let asked: ReturnType<typeof fakeServer>;
const show = (
  address: string,
  { reviews = [] as ResearcherReview[], codes = [] as Invitation[] } = {},
) => {
  asked = fakeServer(
    profileRoute(aUser({ role: 'ADMINISTRATOR' })),
    on(listReviews).answer({ status: 200, body: { items: reviews, next_cursor: null } }),
    on(decideReview).answer(() =>
      reviews[0] ? { status: 200, body: reviews[0] } : refusal('not_found'),
    ),
    on(listInvitations).answer({ status: 200, body: { items: codes, next_cursor: null } }),
    on(changeInvitation).answer(() =>
      codes[0] ? { status: 200, body: codes[0] } : refusal('not_found'),
    ),
    emptyServerRoutes,
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage(address);
};
const changes = () =>
  asked.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body]);
beforeEach(() => freshBrowser());

test('the hints are shown in words, and earlier decisions are unfolded by one click', async () => {
  show('/reviews', {
    reviews: [
      review({
        domain_matches: false,
        domain_unproven: false,
        organization_listed: false,
        orcid: 'https://orcid.org/0000-0002-1825-0097',
        single_sign_on: true,
        earlier_approved: 1,
        earlier_rejected: 2,
      }),
    ],
  });
  const card = await screen.findByRole('article', { name: 'Emmy Noether' });
  expect(
    within(card).getByText('uni.example is not an email domain of this organization'),
  ).toBeVisible();
  expect(
    within(card).getByText('The ROR entry given is not in our list of organizations'),
  ).toBeVisible();
  expect(within(card).getByRole('link', { name: '0000-0002-1825-0097' })).toHaveAttribute(
    'href',
    'https://orcid.org/0000-0002-1825-0097',
  );
  expect(within(card).getByText('Signs in through the organization')).toBeVisible();
  expect(
    within(card).getByRole('link', { name: 'approved once, rejected 2 times' }),
  ).toHaveAttribute('href', `/reviews?tab=decided&researcher=${id(2)}`);
});
test('no hints are shown before the server has computed them', async () => {
  show('/reviews', { reviews: [review(null)] });
  expect(await screen.findByText(/The hints are being worked out/)).toBeVisible();
  expect(screen.queryByText(/email domain/)).not.toBeInTheDocument();
});
test('the history of a researcher is requested by their id', async () => {
  show(`/reviews?tab=decided&researcher=${id(2)}`, {
    reviews: [
      review(null, { state: 'rejected', decided_at: '2026-11-02T00:00:00Z', reason: 'Not found' }),
    ],
  });
  expect(await screen.findByText('Decisions about Emmy Noether')).toBeVisible();
  expect(
    asked
      .filter(({ path }) => path === '/api/reviews/')
      .every(({ query }) => query.get('researcher') === id(2)),
  ).toBe(true);
});
test('a decision is sent with the id of the review that was on screen', async () => {
  show('/reviews', { reviews: [review(null)] });
  const card = await screen.findByRole('article', { name: 'Emmy Noether' });
  await user.click(within(card).getByRole('button', { name: /Approve/ }));
  await fill(within(card).getByRole('textbox'), 'Known to us');
  await user.click(within(card).getByRole('button', { name: /Approve/ }));
  await waitFor(() =>
    expect(changes()).toEqual([
      [`/api/reviews/${id(2)}/`, { decision: 'approve', reason: 'Known to us', review_id: id(1) }],
    ]),
  );
});

test('the limit of an invitation code is changed without its other fields, and an empty field removes the limit', async () => {
  show('/reviews?tab=invitations', { codes: [code()] });
  await user.click(await screen.findByRole('button', { name: 'Change Summer school' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change this code' });
  await user.clear(within(dialog).getByLabelText('How many people'));
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
  await waitFor(() =>
    expect(changes()).toEqual([[`/api/invitations/${id(3)}/`, { max_uses: null }]]),
  );
});
test('revoking an invitation code asks for a confirmation, which says what remains', async () => {
  show('/reviews?tab=invitations', { codes: [code()] });
  await user.click(await screen.findByRole('button', { name: 'Revoke Summer school' }));
  const dialog = await screen.findByRole('dialog', { name: 'Revoke this code?' });
  expect(dialog).toHaveTextContent('Summer school');
  expect(dialog).toHaveTextContent('The 4 accounts that were created with it stay.');
  await user.click(within(dialog).getByRole('button', { name: 'Revoke' }));
  await waitFor(() =>
    expect(changes()).toEqual([[`/api/invitations/${id(3)}/`, { revoked: true }]]),
  );
});
test('the list says whether an invitation code is revoked, expired or used up', () => {
  const now = Date.parse('2026-11-21T00:00:00Z');
  const ends = { expires_at: '2026-11-20T00:00:00Z' };
  expect(
    [
      code(),
      code({ max_uses: null, uses: 99 }),
      code({ uses: 10 }),
      code(ends),
      code({ ...ends, revoked_at: '2026-11-19T00:00:00Z' }),
    ].map((one) => invitationState(one, now)),
  ).toEqual(['open', 'open', 'used_up', 'expired', 'revoked']);
});
