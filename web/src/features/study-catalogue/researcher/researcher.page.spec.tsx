import { screen } from '@testing-library/react';
import { readPublicProfile } from '../../../../../contracts/accounts/accounts';
import { emptyServerRoutes } from '../../../test/common-answers';
import { fakeServer, on, refusal } from '../../../test/fake-server';
import { freshBrowser, renderPage } from '../../../test/render-app';

const id = '0193a1b2-0000-7000-8000-000000000009';
const grace = {
  _id: id,
  first_name: 'Grace',
  last_name: 'Hopper',
  organization: 'Yale',
  verified: true,
  orcid: 'https://orcid.org/0000-0002-1825-0097',
};
beforeEach(() => freshBrowser());
const show = (...answer: Parameters<ReturnType<typeof on<typeof readPublicProfile>>['answer']>) => {
  fakeServer(on(readPublicProfile).answer(...answer), emptyServerRoutes);
  renderPage(`/researchers/${id}`);
};

test('the page shows who runs a study, whether the affiliation was approved, and the ORCID iD', async () => {
  show({ status: 200, body: grace });
  expect(await screen.findByRole('heading', { level: 1, name: 'Grace Hopper' })).toBeVisible();
  expect(screen.getByText('Yale')).toBeVisible();
  expect(screen.getByText('Approved')).toBeVisible();
  expect(screen.getByRole('link', { name: '0000-0002-1825-0097' })).toHaveAttribute(
    'href',
    'https://orcid.org/0000-0002-1825-0097',
  );
});

test('an unapproved affiliation is marked as such', async () => {
  show({ status: 200, body: { ...grace, verified: false, orcid: null, organization: null } });
  expect(await screen.findByText('Not approved')).toBeVisible();
  expect(screen.getByText(/name and organization are as the person gave them/)).toBeVisible();
  expect(screen.getByText('Not linked')).toBeVisible();
});

test('an account without the researcher role has no page', async () => {
  show(refusal('not_found'));
  expect(
    await screen.findByRole('heading', { level: 1, name: 'This researcher is not here' }),
  ).toBeVisible();
});
