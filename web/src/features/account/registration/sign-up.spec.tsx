import { screen, waitFor } from '@testing-library/react';
import { register } from '../../../../../contracts/accounts/accounts';
import { readSignInMethods, startOidc } from '../../../../../contracts/authentication/identities';
import { readPendingRegistration } from '../../../lib/pending-registration';
import { freshBrowser, renderPart } from '../../../test/render-app';
import { aUser } from '../../../test/common-answers';
import { type FakeAnswer, fakeServer, on, refusal } from '../../../test/fake-server';
import { fill, fillAll, user } from '../../../test/user';
import { SignUpPage } from './sign-up.page';

beforeEach(() => freshBrowser());
/**
 * A fake server that answers registrations. It has no sign-in providers.
 * @returns the bodies of the registrations
 */
const registering = (answer: () => FakeAnswer<typeof register>) => {
  const bodies: unknown[] = [];
  fakeServer(
    on(readSignInMethods).answer({ status: 200, body: { providers: [], sso: false } }),
    on(register).answer(({ body }) => {
      bodies.push(body);
      return answer();
    }),
  );
  return bodies;
};
const create = () => user.click(screen.getByRole('button', { name: 'Create account' }));
const fillFields = (fields: Record<string, string>) =>
  fillAll((label) => screen.findByLabelText(label), fields);
const complete = {
  'First name': 'Ada',
  'Last name': 'Lovelace',
  Email: 'ada@example.org',
  Password: 'Aa1!aaaa',
  'Password again': 'Aa1!aaaa',
};

test('the password rules are marked while the password is typed', async () => {
  registering(() => refusal('internal'));
  renderPart(<SignUpPage />);
  await user.type(await screen.findByLabelText('Password'), 'Ab1');
  const rules = screen.getByRole('list', { name: 'What a password needs' });
  expect(rules).toHaveTextContent('A lower case letter (done)');
  expect(rules).toHaveTextContent('A digit (done)');
  expect(rules).not.toHaveTextContent('At least 8 characters (done)');
});

test('nothing is sent while a field is missing or invalid, and each field shows its error', async () => {
  const asked = registering(() => ({ status: 201, body: aUser({ status: 'NEW' }) }));
  renderPart(<SignUpPage />);
  await screen.findByLabelText('Email');
  await fillFields({ ...complete, Email: 'no-address', 'Password again': 'x' });
  await create();
  expect(await screen.findByText('Enter an email address like name@example.org')).toBeVisible();
  await fill(screen.getByLabelText('Email'), '@example.org');
  await create();
  expect(await screen.findByText('The two passwords differ')).toBeVisible();
  expect(asked).toEqual([]);
});

test('a missing second password is reported immediately', async () => {
  const asked = registering(() => ({ status: 201, body: aUser({ status: 'NEW' }) }));
  renderPart(<SignUpPage />);
  await screen.findByLabelText('Email');
  await create();
  await waitFor(() => expect(screen.getByLabelText('Password again')).toBeInvalid());
  await fillFields({ Password: 'Aa1!aaaa', 'Password again': 'Aa1!aaab' });
  expect(await screen.findByText('The two passwords differ')).toBeVisible();
  expect(asked).toEqual([]);
});

test('a refusal is shown above the button and gets the focus; the input stays', async () => {
  registering(() =>
    refusal('too_many_requests', {
      headers: { 'retry-after': '2' },
      description: 'Too many tries from here.',
    }),
  );
  renderPart(<SignUpPage />);
  await screen.findByLabelText('Email');
  await fillFields(complete);
  await create();
  const notice = await screen.findByRole('alert');
  await waitFor(() => expect(notice).toHaveFocus());
  expect(notice).toHaveTextContent(
    /Too many tries from here\..*You can try again in [12] seconds?\./,
  );
  expect(
    screen.getByLabelText('Password again').compareDocumentPosition(notice) &
      Node.DOCUMENT_POSITION_FOLLOWING,
  ).toBeTruthy();
  expect(
    notice.compareDocumentPosition(screen.getByRole('button', { name: 'Create account' })) &
      Node.DOCUMENT_POSITION_FOLLOWING,
  ).toBeTruthy();
  expect(screen.getByLabelText('First name')).toHaveValue('Ada');
  // The server asked the page to wait for two seconds. After this time the notice disappears.
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument(), {
    timeout: 8_000,
  });
});

test('a reload after signing up still asks the person to check the inbox, and a wrong address can be changed', async () => {
  registering(() => ({ status: 201, body: aUser({ status: 'NEW' }) }));
  renderPart(<SignUpPage />, [
    { pathname: '/signup', state: { sent: { email: 'adda@example.org', researcher: false } } },
  ]);
  expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  expect(screen.getByText(/^We sent an? e?mail to adda@example\.org\.$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Wrong address? Change it' }));
  expect(await screen.findByRole('heading', { name: 'Create your account' })).toBeVisible();
});

test('a participant sends no invitation code; a researcher needs one', async () => {
  const asked = registering(() =>
    refusal('invalid_invitation', { description: 'This code is not valid.' }),
  );
  renderPart(<SignUpPage />);
  await screen.findByLabelText('Email');
  await fillFields(complete);
  await create();
  expect(asked[0]).toEqual({
    email: 'ada@example.org',
    password: 'Aa1!aaaa',
    password_confirmation: 'Aa1!aaaa',
    first_name: 'Ada',
    last_name: 'Lovelace',
    is_researcher: false,
    language: 'en',
    // The region and time zone of this browser.
    ...{ region: 'US', zone: 'UTC' },
    browser_secret: expect.stringMatching(/^[\w-]{43}$/) as string,
  });

  await user.click(screen.getByRole('radio', { name: /I run studies/ }));
  await create();
  expect(await screen.findByText('Fill this in')).toBeVisible();
  expect(asked).toHaveLength(1);
  await fillFields({ 'Invitation code': 'ABC' });
  await create();
  expect(await screen.findByText('This code is not valid.')).toBeVisible();
  expect(asked[1]).toMatchObject({ is_researcher: true, invitation_code: 'ABC' });
});

test('each registration has its own secret, which the browser stores', async () => {
  const asked = registering(() => refusal('internal'));
  renderPart(<SignUpPage />);
  await screen.findByLabelText('Email');
  await fillFields(complete);
  await create();
  await create();
  const secrets = (asked as { browser_secret: string }[]).map((body) => body.browser_secret);
  expect(new Set(secrets).size).toBe(2);
  expect(readPendingRegistration()?.secret).toBe(secrets[1]);
});

test('a refused field shows its error; a successful registration leads to the inbox page', async () => {
  let refuse = true;
  registering(() =>
    refuse
      ? refusal('validation_failed', {
          fields: [{ path: 'first_name', code: 'invalid_text', description: 'x' }],
        })
      : { status: 201, body: aUser({ status: 'NEW' }) },
  );
  renderPart(<SignUpPage />);
  await screen.findByLabelText('Email');
  await fillFields(complete);
  await create();
  expect(
    await screen.findByText('This contains characters that nobody can see or read. Type it again'),
  ).toBeVisible();
  refuse = false;
  await fill(screen.getByLabelText('First name'), 'x');
  await create();
  expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBeVisible();
});

test('a password built from the person’s own name is advised against, but accepted', async () => {
  const asked = registering(() => ({ status: 201, body: aUser({ status: 'NEW' }) }));
  renderPart(<SignUpPage />);
  await screen.findByLabelText('Email');
  await fillFields({ ...complete, Password: 'Lovelace1815!', 'Password again': 'Lovelace1815!' });
  expect(await screen.findByText(/close to your name or your address/)).toBeVisible();
  await create();
  expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  expect(asked).toHaveLength(1);
});

test('Google creates a participant directly; a researcher must enter an invitation code first', async () => {
  const started: unknown[] = [];
  fakeServer(
    on(readSignInMethods).answer({
      status: 200,
      body: { providers: ['google', 'orcid'], sso: false },
    }),
    on(startOidc).answer(({ body }) => {
      started.push(body);
      return refusal('issuer_unavailable');
    }),
  );
  renderPart(<SignUpPage />);
  await user.click(await screen.findByRole('button', { name: 'Sign up with Google' }));
  await waitFor(() => expect(started).toEqual([{ purpose: 'sign-in' }]));
  // ORCID passes on no email address, so it cannot create an account.
  expect(screen.queryByRole('button', { name: 'Sign up with ORCID' })).not.toBeInTheDocument();

  await user.click(screen.getByRole('radio', { name: /I run studies/ }));
  await user.click(screen.getByRole('button', { name: 'Sign up with Google' }));
  expect(await screen.findByText('Fill this in')).toBeVisible();
  expect(started).toHaveLength(1);
  await fillFields({ 'Invitation code': 'ABCD-EFGH-2345' });
  await user.click(screen.getByRole('button', { name: 'Sign up with Google' }));
  await waitFor(() =>
    expect(started[1]).toEqual({
      purpose: 'sign-in',
      is_researcher: true,
      invitation_code: 'ABCD-EFGH-2345',
    }),
  );
});

test('a visitor who comes from a study becomes a participant without choosing a role, also with Google', async () => {
  const started: unknown[] = [];
  fakeServer(
    on(readSignInMethods).answer({ status: 200, body: { providers: ['google'], sso: false } }),
    on(startOidc).answer(({ body }) => {
      started.push(body);
      return refusal('issuer_unavailable');
    }),
  );
  renderPart(<SignUpPage />, ['/signup?role=participant']);
  await user.click(await screen.findByRole('button', { name: 'Take part with Google' }));
  await waitFor(() => expect(started).toEqual([{ purpose: 'sign-in' }]));
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.queryByLabelText('Invitation code')).toBeNull();
  expect(screen.getByRole('link', { name: 'I run studies' })).toHaveAttribute(
    'href',
    '/signup?role=researcher',
  );
});
