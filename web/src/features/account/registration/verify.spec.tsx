import { cleanup, screen, waitFor } from '@testing-library/react';
import { changeProfile, readProfile, type User } from '../../../../../contracts/accounts/accounts';
import {
  finishOidc,
  readSignInMethods,
  startOidc,
} from '../../../../../contracts/authentication/identities';
import { findOrganizations } from '../../../../../contracts/researchers/researchers';
import { readStudy } from '../../../../../contracts/studies/studies';
import { useAuth } from '../../../lib/auth/auth.store';
import {
  storeRegistration,
  storePageAfterVerification,
  readPendingRegistration,
} from '../../../lib/pending-registration';
import { freshBrowser, renderPage } from '../../../test/render-app';
import {
  emptyList,
  emptyServerRoutes,
  distantFuture,
  profileRoute,
  signedInUser,
  aUser,
} from '../../../test/common-answers';
import {
  type RecordedRequest,
  type FakeRoute,
  fakeServer,
  on,
  refusal,
} from '../../../test/fake-server';
import { fill, user } from '../../../test/user';
import { storeSignInFlow } from '../sign-in/elsewhere/stored-flow';

const made = aUser({
  status: 'NEW',
  identities: [{ provider: 'microsoft', created_at: '2026-01-01T00:00:00Z' }],
});
const isActivation = ({ method, body }: RecordedRequest) =>
  method === 'PUT' && (body as { action?: string } | undefined)?.action === 'activate';
const bearer = ({ headers }: { headers: Record<string, string> }) =>
  headers.authorization === 'Bearer tok';
const activates = (account: User) => on(changeProfile).answer({ status: 200, body: account });
/** A server on which only the token "tok" can activate the account. */
const world = (...own: FakeRoute[]) =>
  fakeServer(
    own,
    on(changeProfile).answer((one) =>
      bearer(one)
        ? { status: 200, body: { ...made, status: 'ACTIVE' } }
        : refusal('sign_in_first', { providers: ['microsoft'] }),
    ),
    on(readProfile).answer((one) => (bearer(one) ? { status: 200, body: made } : undefined)),
    on(startOidc).answer(refusal('issuer_unavailable')),
    on(finishOidc).answer({
      status: 200,
      body: { outcome: 'signed_in', user: signedInUser(made) },
    }),
    on(readSignInMethods).answer({
      status: 200,
      body: { providers: ['microsoft'], sso: false },
    }),
    on(readProfile).answer(refusal('unauthenticated')),
    emptyServerRoutes,
  );
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const confirm = async () =>
  user.click(await screen.findByRole('button', { name: 'Confirm my address' }));
beforeEach(() => freshBrowser());

test.each([
  [false, 'You can now take part in studies.'],
  [true, 'Say where you do research, so that we can review it.'],
])(
  'after the verification, the next step of the role is shown (researcher: %p)',
  async (is_researcher, words) => {
    world(activates(aUser({ is_researcher })));
    const app = renderPage('/verify?key=the-key');
    await confirm();
    await heading('Your email is verified');
    expect(screen.getByText(words)).toBeVisible();
    await waitFor(() => expect(app.at()).toBe('/verify'));
  },
);

describe('researcher with a verified address', () => {
  const researcher = aUser({ is_researcher: true });
  const saves = on(changeProfile).answer(({ body }) =>
    'organization' in body
      ? { status: 200, body: { ...researcher, organization: 'Lab of one' } }
      : { status: 200, body: signedInUser(researcher) },
  );
  const asksForReview = async (app: { at: () => string }) => {
    expect(await screen.findByRole('link', { name: 'Later: go to your studies' })).toBeVisible();
    await fill(await screen.findByRole('combobox', { name: 'Organization' }), 'Lab of one');
    await user.click(screen.getByRole('button', { name: 'Ask for a review' }));
    expect(await screen.findByText('Pending review')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to your studies' })).toHaveAttribute(
      'href',
      '/experiments',
    );
    await waitFor(() => expect(app.at()).toBe('/verify'));
  };
  const organizations = on(findOrganizations).answer({ status: 200, body: emptyList });

  test('requests the review on the same page, then goes to the studies', async () => {
    storeRegistration('/home');
    world(organizations, saves, profileRoute(researcher));
    const app = renderPage('/verify?key=the-key');
    await confirm();
    await heading('Your email is verified');
    await asksForReview(app);
  });

  test('returns to the review after a sign-in in another browser', async () => {
    world(activates(researcher));
    renderPage('/verify?key=the-key');
    await confirm();
    await heading('Your email is verified');
    await user.click(screen.getByRole('link', { name: 'Sign in' }));
    expect(useAuth.getState().redirectUrl).toBe('/verify');
    cleanup();
    world(organizations, saves, profileRoute(researcher));
    useAuth.getState().signedIn('tok', distantFuture);
    const app = renderPage('/verify');
    await heading('Your email is already verified');
    await asksForReview(app);
  });
});

test('two clicks confirm once, and a key used in this browser a moment ago is not reported as invalid', async () => {
  const asked = world(
    on(changeProfile).answer(() =>
      asked.filter(isActivation).length > 1 ? refusal('invalid_key') : { status: 200, body: made },
    ),
  );
  renderPage('/verify?key=twice');
  await user.dblClick(await screen.findByRole('button', { name: 'Confirm my address' }));
  await heading('Your email is verified');
  expect(asked.filter(isActivation)).toHaveLength(1);
  cleanup();

  renderPage('/verify?key=twice');
  await confirm();
  await heading('Your email is verified');
  expect(asked.filter(isActivation)).toHaveLength(2);
});

test('a key that a mail scanner already used counts as confirmed, and the page offers the sign-in', async () => {
  world(on(changeProfile).answer(refusal('already_confirmed')));
  renderPage('/verify?key=scanned');
  await confirm();
  await heading('Your email is already verified');
  expect(screen.getByText(/This link was used before/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/signin');
  expect(screen.queryByText(/have a new one sent/)).toBeNull();
  expect(sessionStorage.getItem('commonlab-verification')).toBeNull();
});

test('an account created with Microsoft is confirmed by signing in with Microsoft, after which the stored key is used', async () => {
  const asked = world();
  renderPage('/verify?key=the-key');
  await confirm();
  await heading('Sign in to confirm your address');
  await user.click(screen.getByRole('button', { name: 'Sign in with Microsoft' }));
  await waitFor(() =>
    expect(asked).toContainEqual(
      expect.objectContaining({ path: '/api/oidc/microsoft/', body: { purpose: 'sign-in' } }),
    ),
  );
  expect([
    sessionStorage.getItem('commonlab-verification'),
    useAuth.getState().redirectUrl,
  ]).toEqual(['the-key', '/verify']);
  cleanup();

  storeSignInFlow({ kind: 'oidc', provider: 'microsoft', purpose: 'sign-in', flow_key: 'key' });
  const app = renderPage('/signin/callback?code=verify');
  await heading('Your email is verified');
  await waitFor(() => expect(app.at()).toBe('/verify'));
  const activations = asked.filter(isActivation);
  expect(activations.map(({ body }) => body)).toEqual(
    Array.from({ length: 2 }, () => ({ action: 'activate', key: 'the-key' })),
  );
  expect(activations[1]?.headers.authorization).toBe('Bearer tok');
  await waitFor(() =>
    expect([
      sessionStorage.getItem('commonlab-verification'),
      useAuth.getState().redirectUrl,
    ]).toEqual([null, '/home']),
  );
});

test('a person who is signed in to another account sees a message, and can sign in with the right one', async () => {
  world(profileRoute(aUser({ first_name: 'Other' }), 'another'));
  useAuth.getState().signedIn('another', distantFuture);
  renderPage('/verify?key=the-key');
  await confirm();
  await heading('Sign in to confirm your address');
  expect(
    await screen.findByText('You are signed in to another account at the moment.'),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Sign in with Microsoft' })).toBeEnabled();
});

test('a reload before the confirmation keeps the key, and asks again', async () => {
  const asked = world(activates(aUser()));
  const app = renderPage('/verify?key=the-key');
  await heading('Confirm your email address');
  await waitFor(() => expect(app.at()).toBe('/verify'));
  cleanup();
  renderPage('/verify');
  await confirm();
  await heading('Your email is verified');
  expect(asked.filter(isActivation).map(({ body }) => body)).toEqual([
    { action: 'activate', key: 'the-key' },
  ]);
  await waitFor(() => expect(sessionStorage.getItem('commonlab-verification')).toBeNull());
});

test('when a different account is signed in, the page names it and does not address it as the verified one', async () => {
  const other = aUser({
    _id: '0193a1b2-0000-7000-8000-00000000000f',
    email: 'other@example.org',
  });
  world(activates(aUser({ email: 'new@example.org' })), profileRoute(other, 'another'));
  useAuth.getState().signedIn('another', distantFuture);
  renderPage('/verify?key=the-key');
  expect(await screen.findByText('other@example.org is signed in here')).toBeVisible();
  await confirm();
  await heading('new@example.org is verified');
  expect(screen.getByText(/Another account is signed in here: other@example.org/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sign out and sign in with it' })).toHaveAttribute(
    'href',
    '/logout?redirect=%2Fsignin',
  );
  expect(screen.queryByText('You can now take part in studies.')).not.toBeInTheDocument();
});

const study = '/study/details/0193a1b2-0000-7000-8000-0000000000aa?link=abc';
/** A route that activates the account, and signs in only a browser that sends this secret. */
const knows = (secret: string, account: User) =>
  on(changeProfile).answer(({ body }) => ({
    status: 200,
    body:
      (body as { browser_secret?: string }).browser_secret === secret
        ? signedInUser(account)
        : account,
  }));

test('in the browser of the registration, the confirmation signs in and opens the study the visitor came for', async () => {
  const own = aUser();
  const secret = storeRegistration(study);
  // The app then opens the page of the study, which requests the study.
  const page = on(readStudy).answer(refusal('not_found'));
  world(knows(secret, own), profileRoute(own), page);
  const app = renderPage('/verify?key=the-key');
  await confirm();
  await waitFor(() => expect(app.at()).toBe(study));
  expect(useAuth.getState().token).toBe('tok');
  expect(readPendingRegistration()).toBeUndefined();
});

test('the email of a different registration confirms nothing, and the page says which email to open', async () => {
  const secret = storeRegistration(study);
  world(
    on(changeProfile).answer(
      refusal('other_registration', { description: 'Open the other mail.' }),
    ),
  );
  renderPage('/verify?key=the-key');
  await confirm();
  expect(await screen.findByText('Open the other mail.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  expect(readPendingRegistration()?.secret).toBe(secret);
});

test('in a different browser than that of the registration, the confirmation signs nobody in and does not know the study', async () => {
  const own = aUser();
  const asked = world(knows('another secret', own), profileRoute(own));
  const app = renderPage('/verify?key=the-key');
  await confirm();
  await heading('Your email is verified');
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect([app.at(), useAuth.getState().token]).toEqual(['/verify', null]);
  expect(asked.filter(isActivation).map(({ body }) => body)).toEqual([
    { action: 'activate', key: 'the-key' },
  ]);
});

test('in the browser of the registration without a sign-in, the study is opened after the next sign-in', async () => {
  const own = aUser();
  storeRegistration(study);
  storePageAfterVerification(own._id);
  world(activates(own));
  renderPage('/verify?key=the-key');
  await confirm();
  await heading('Your email is verified');
  expect(useAuth.getState().redirectUrl).toBe(study);
});

test('the registration of one account neither redirects another account to its study nor replaces its sign-in', async () => {
  const other = aUser({ _id: '0193a1b2-0000-7000-8000-00000000000f', email: 'b@example.org' });
  const secret = storeRegistration(study);
  storePageAfterVerification('0193a1b2-0000-7000-8000-00000000000e');
  const asked = world(knows(secret, aUser()), profileRoute(other, 'another'));
  useAuth.getState().signedIn('another', distantFuture);
  const app = renderPage('/verify?key=the-key');
  await screen.findByText('b@example.org is signed in here');
  await confirm();
  await heading('ada@example.org is verified');
  expect([app.at(), useAuth.getState().token]).toEqual(['/verify', 'another']);
  expect(asked.filter(isActivation)[0]?.body).not.toHaveProperty('browser_secret');
  expect(useAuth.getState().redirectUrl).toBe('/home');
});
