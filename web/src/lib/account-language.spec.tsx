import { act, screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { changeProfile, readProfile } from '../../../contracts/accounts/accounts';
import { changeLanguage } from '../i18n';
import { storeSignIn } from '../features/account/sign-in/sign-in';
import { freshBrowser, renderApp } from '../test/render-app';
import {
  emptyServerRoutes,
  distantFuture,
  profileRoute,
  signedInUser,
  aUser,
} from '../test/common-answers';
import { type RecordedRequest, type FakeRoute, fakeServer, on, refusal } from '../test/fake-server';
import { user } from '../test/user';
import { useAuth } from './auth/auth.store';
import { call } from './http/api';
import { queryClient } from './query-client';
import { profileQuery } from './auth/user';

const isWritten = ({ method, path }: RecordedRequest) =>
  method === 'PUT' && path === '/api/users/profile/';
/** A fake route that stores the language of a request in the account. */
const stored = on(changeProfile).answer(({ body }) => {
  const { language } = body as { language?: 'en' | 'de' };
  return { status: 200, body: aUser({ language }) };
});
const world = (write: FakeRoute = stored) =>
  fakeServer(write, profileRoute(aUser()), emptyServerRoutes);
const choose = async (label: string, language: string) =>
  user.selectOptions(await screen.findByRole('combobox', { name: label }), language);
beforeEach(() => freshBrowser());

test('the language chosen by a visitor is not sent to the server', async () => {
  const asked = world();
  renderApp('/pricing');
  await choose('Language', 'de');
  await waitFor(() => expect(document.documentElement.lang).toBe('de'));
  expect(asked.filter(isWritten)).toEqual([]);
});

test('the chosen language of a signed-in person is saved to the account in order, without a message', async () => {
  const asked = world();
  useAuth.getState().signedIn('tok', distantFuture);
  renderApp('/pricing');
  await choose('Language', 'de');
  await choose('Sprache', 'en');
  await choose('Language', 'de');
  await waitFor(() =>
    expect(asked.filter(isWritten).map(({ body }) => body)).toEqual(
      ['de', 'en', 'de'].map((language) => ({ language })),
    ),
  );
  await waitFor(() =>
    expect(queryClient.getQueryData(profileQuery().queryKey)).toMatchObject({ language: 'de' }),
  );
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('if saving the language fails, the page still uses it, and the person stays signed in', async () => {
  const asked = world(on(changeProfile).answer(refusal('unauthenticated')));
  useAuth.getState().signedIn('tok', distantFuture);
  renderApp('/pricing');
  await choose('Language', 'de');
  await waitFor(() => expect(asked.filter(isWritten)).toHaveLength(1));
  await waitFor(() => expect(document.documentElement.lang).toBe('de'));
  expect(useAuth.getState().token).toBe('tok');
});

test('a language without texts falls back to English, and the page is marked as English', async () => {
  const asked = world();
  await changeLanguage('de');
  renderApp('/pricing');
  await screen.findByRole('combobox', { name: 'Sprache' });
  await act(() => changeLanguage('fr'));
  expect(await screen.findByRole('combobox', { name: 'Language' })).toHaveValue('en');
  expect(document.documentElement.lang).toBe('en');
  expect(i18next.language).toBe('fr');
  await call(readProfile, {}).catch(() => undefined);
  expect(asked.at(-1)?.headers['accept-language']).toBe('fr');
});

test('a sign-in switches to the account’s language if it has texts', async () => {
  world();
  storeSignIn(signedInUser(aUser({ language: 'de' })));
  await waitFor(() => expect(i18next.resolvedLanguage).toBe('de'));
  storeSignIn(signedInUser(aUser({ language: 'fr' })));
  await new Promise((done) => setTimeout(done));
  expect(i18next.language).toBe('de');
});
