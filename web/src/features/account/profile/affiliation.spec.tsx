import { screen, waitFor } from '@testing-library/react';
import { changeProfile } from '../../../../../contracts/accounts/accounts';
import { findOrganizations, readOwnReview } from '../../../../../contracts/researchers/researchers';
import { openSettings } from '../../../test/account-settings';
import { emptyList, emptyServerRoutes, aUser } from '../../../test/common-answers';
import { fakeServer, on } from '../../../test/fake-server';
import { freshBrowser, renderPart } from '../../../test/render-app';
import { fill, user } from '../../../test/user';
import { Affiliation } from './affiliation';

beforeEach(() => freshBrowser());

test.each([
  ['rejected', false, 'Did not pass on November 20, 2026'],
  ['rejected', null, 'Did not pass on November 20, 2026'],
  ['approved', true, 'Approved on November 20, 2026'],
] as const)(
  'a researcher sees the reason of the last decision %s (privilege %p)',
  async (state, researcher_privilege, title) => {
    const last_decision = {
      state,
      decided_at: '2026-11-20T12:00:00Z',
      reason: 'We called them.',
    };
    const asked = fakeServer(on(readOwnReview).answer({ status: 200, body: { last_decision } }));
    renderPart(
      <Affiliation
        user={aUser({ is_researcher: true, organization: 'Yale', researcher_privilege })}
      />,
    );
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText('We called them.')).toBeVisible();
    expect(asked.map(({ path }) => path)).toContain('/api/reviews/own/');
  },
);

test('the profile shows no decision if no reviewer has decided on the researcher yet', async () => {
  const asked = fakeServer(emptyServerRoutes);
  renderPart(<Affiliation user={aUser({ is_researcher: true, organization: 'Yale' })} />);
  await screen.findByText('Pending review');
  expect(asked).toHaveLength(1);
  expect(screen.queryByText('The reviewer wrote:')).not.toBeInTheDocument();
});

describe('the form for the affiliation', () => {
  const bonn = {
    name: 'University of Bonn',
    ror_id: 'https://ror.org/041nas322',
    country: 'DE',
    domains: ['uni-bonn.de'],
  };

  test('keeps the identifier of a picked organization, and drops it when the name is typed again', async () => {
    const named = aUser({
      is_researcher: true,
      organization: bonn.name,
      organization_ror_id: bonn.ror_id,
    });
    const { asked } = await openSettings(aUser({ is_researcher: true }), [
      on(findOrganizations).answer({ status: 200, body: { items: [bonn], next_cursor: null } }),
      on(changeProfile).answer({ status: 200, body: named }),
    ]);
    const field = screen.getByRole('combobox', { name: 'Organization' });
    await fill(field, 'Univrsity of Bon');
    expect(await screen.findByText('Germany · uni-bonn.de')).toBeInTheDocument();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(field).toHaveValue('University of Bonn');
    expect(screen.getByText('Registry entry: ror.org/041nas322')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Ask for a review' }));
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
        organization: 'University of Bonn',
        organization_ror_id: 'https://ror.org/041nas322',
        interests: null,
      }),
    );
    await fill(field, 'n');
    expect(screen.queryByText(/Registry entry/)).not.toBeInTheDocument();
  });

  test('accepts the name of an organization that is not in the list', async () => {
    const named = aUser({ is_researcher: true, organization: 'Lab of one' });
    const { asked } = await openSettings(aUser({ is_researcher: true }), [
      on(findOrganizations).answer({ status: 200, body: emptyList }),
      on(changeProfile).answer({ status: 200, body: named }),
    ]);
    await fill(screen.getByRole('combobox', { name: 'Organization' }), 'Lab of one');
    expect(await screen.findByText(/Not in our list. That is fine/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Ask for a review' }));
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
        organization: 'Lab of one',
        organization_ror_id: null,
        interests: null,
      }),
    );
  });
});
