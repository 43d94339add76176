import { screen } from '@testing-library/react';
import {
  acceptTerms,
  readOperatorPage,
  readTermsAcceptance,
  type OperatorPage,
} from '../../../../contracts/operator/operator';
import { emptyServerRoutes, distantFuture, profileRoute, aUser } from '../../test/common-answers';
import { fakeServer, on, refusal } from '../../test/fake-server';
import { freshBrowser, renderApp } from '../../test/render-app';
import { user } from '../../test/user';
import { useUi } from '../../lib/ui.store';
import { useAuth } from '../../lib/auth/auth.store';

const version = 'a'.repeat(64);
const terms: OperatorPage = {
  name: 'terms',
  language: 'en',
  version,
  since: '2026-11-01T10:00:00Z',
  current: true,
  body_markdown: 'Be kind.',
};
const meta = document.createElement('meta');
meta.name = 'commonlab:operator';
meta.content = JSON.stringify({ pages: { terms: '/terms' } });
beforeEach(async () => {
  await freshBrowser();
  document.head.append(meta);
});
afterEach(() => meta.remove());

test('a person who must accept the terms accepts them on their page, and the notice disappears', async () => {
  let asked = true;
  const answer = () => ({
    status: 200 as const,
    body: asked
      ? { accepted: null, asked }
      : {
          accepted: { version, language: 'en' as const, accepted_at: '2026-11-02T10:00:00Z' },
          asked,
        },
  });
  fakeServer([
    ...emptyServerRoutes,
    profileRoute(aUser()),
    on(readOperatorPage).answer({ status: 200, body: terms }),
    on(readTermsAcceptance).answer(answer),
    on(acceptTerms).answer(({ body }) => {
      expect(body).toEqual({ version });
      asked = false;
      return answer();
    }),
  ]);
  useAuth.getState().signedIn('tok', distantFuture);
  useUi.getState().acceptCookies();
  renderApp('/pricing');
  await user.click(await screen.findByRole('link', { name: 'Read and accept' }));
  expect(await screen.findByText('Be kind.')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'I accept the terms of use' }));
  expect(await screen.findByText('You accepted these terms on November 2, 2026.')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Read and accept' })).not.toBeInTheDocument();
});

test('a former version of the terms is marked as such, and cannot be accepted', async () => {
  fakeServer([
    ...emptyServerRoutes,
    on(readOperatorPage).answer({ status: 200, body: { ...terms, current: false } }),
  ]);
  renderApp(`/terms?version=${version}`);
  expect(await screen.findByText('This is a former version of this page.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Read the one of today' })).toHaveAttribute(
    'href',
    '/terms',
  );
  expect(screen.queryByRole('button', { name: /accept/ })).not.toBeInTheDocument();
});

test('a page for which the operator wrote no text says that', async () => {
  fakeServer([...emptyServerRoutes, on(readOperatorPage).answer(refusal('not_found'))]);
  renderApp('/people');
  expect(await screen.findByText('There is no such page here')).toBeVisible();
});
