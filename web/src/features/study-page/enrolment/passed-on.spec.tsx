import { screen } from '@testing-library/react';
import { readStudy } from '../../../../../contracts/studies/studies';
import { useAuth } from '../../../lib/auth/auth.store';
import { aStudy } from '../../../test/a-study';
import {
  emptyServerRoutes,
  distantFuture,
  profileRoute,
  aUser,
} from '../../../test/common-answers';
import { fakeServer, on } from '../../../test/fake-server';
import { freshBrowser, renderPage } from '../../../test/render-app';

beforeEach(() => freshBrowser());

test('a transferred study names who launched it, and who is responsible now', async () => {
  const passed_to = {
    _id: '0193a1b2-0000-7000-8000-000000000012',
    first_name: 'Radia',
    last_name: 'Perlman',
    organization: null,
  };
  const study = aStudy({ own: false, role: null, state: 'ready', passed_to });
  fakeServer(
    profileRoute(aUser()),
    on(readStudy).answer({ status: 200, body: study }),
    ...emptyServerRoutes,
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage(`/study/details/${study._id}`);
  expect(await screen.findByRole('link', { name: 'Robin Researcher' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Radia Perlman' })).toHaveAttribute(
    'href',
    `/researchers/${passed_to._id}`,
  );
  expect(screen.getByText(/now run by/)).toBeVisible();
});
