import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { welcome } from '../features/account/sign-in/sign-in';
import { freshBrowser, renderApp } from '../test/render-app';
import { type Answered, type Asked, fakeServer, someone } from '../test/world';
import { useAuth } from './auth.store';
import { queryClient } from './http/query-client';
import { profileQuery } from './user';

jest.setTimeout(60_000);
const later = '2099-01-01T00:00:00Z';
const isWritten = ({ method, path }: Asked) => method === 'PUT' && path === '/api/users/profile/';
const world = (
  answer: (asked: Asked) => Answered = ({ body }) => ({
    status: 200,
    body: someone(body as { language: 'en' | 'de' }),
  }),
) =>
  fakeServer((one) => {
    if (isWritten(one)) return answer(one);
    return one.path === '/api/users/profile/'
      ? { status: 200, body: someone() }
      : { status: 200, body: { items: [], next_cursor: null, providers: [], sso: false } };
  });
const choose = async (label: string, language: string) =>
  userEvent.selectOptions(
    await screen.findByRole('combobox', { name: label }, { timeout: 15_000 }),
    language,
  );
beforeEach(() => freshBrowser());

test('the language that a visitor chooses is the page’s alone', async () => {
  const asked = world();
  renderApp('/pricing');
  await choose('Language', 'de');
  await waitFor(() => expect(document.documentElement.lang).toBe('de'));
  expect(asked.filter(isWritten)).toEqual([]);
});

test('whoever is signed in has it written to their account, the last choice last, and nothing is said of it', async () => {
  const asked = world();
  useAuth.getState().signedIn('tok', later);
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

test('where that fails, the page speaks the language all the same, and nobody is signed out', async () => {
  const asked = world(() => ({
    status: 401,
    body: { status: 401, code: 'unauthenticated', description: 'x' },
  }));
  useAuth.getState().signedIn('tok', later);
  renderApp('/pricing');
  await choose('Language', 'de');
  await waitFor(() => expect(asked.filter(isWritten)).toHaveLength(1));
  await waitFor(() => expect(document.documentElement.lang).toBe('de'));
  expect(useAuth.getState().token).toBe('tok');
});

test('a sign-in takes the account’s language, where that has texts', async () => {
  world();
  welcome({ ...someone({ language: 'de' }), token: 'tok', token_expires_at: later });
  await waitFor(() => expect(i18next.resolvedLanguage).toBe('de'));
  welcome({ ...someone({ language: 'fr' }), token: 'tok', token_expires_at: later });
  await new Promise((done) => setTimeout(done));
  expect(i18next.language).toBe('de');
});
