import { screen } from '@testing-library/react';
import { readProfile } from '../../../contracts/accounts/accounts';
import { readSignInMethods } from '../../../contracts/authentication/identities';
import { proveSecondFactor } from '../../../contracts/authentication/second-factor';
import {
  emptyServerRoutes,
  distantFuture,
  profileRoute,
  signedInUser,
  aUser,
} from './common-answers';
import {
  type RecordedRequest,
  type FakeAnswer,
  type FakeRoute,
  fakeServer,
  on,
  refusal,
} from './fake-server';

/**
 * A server with every way of signing in, and with one account, which has the token "tok".
 * @param own the test's own routes, which take precedence over the common ones
 */
export const signInServer = (...own: FakeRoute[]) =>
  fakeServer(
    own,
    profileRoute(aUser()),
    on(readSignInMethods).answer({
      status: 200,
      body: { providers: ['google', 'microsoft', 'orcid'], sso: true },
    }),
    emptyServerRoutes,
  );

/** The answer to an email address with a password. */
export const answerToPassword = (answer: FakeAnswer<typeof readProfile>) =>
  on(readProfile).answer(({ basic }) => (basic ? answer : undefined));
export const hasBasicAuth = ({ headers }: RecordedRequest) =>
  headers.authorization?.startsWith('Basic') === true;

export const secondFactorRequired = (expires_at = distantFuture) =>
  refusal('second_factor_required', {
    challenge: { token: 'c', methods: ['totp', 'passkey', 'recovery_code'], expires_at },
  });
/** Accepts every second factor. */
export const secondFactorProven = on(proveSecondFactor).answer({
  status: 200,
  body: signedInUser(),
});

/** Waits for the page with this heading. */
export const findMainHeading = (name: string) => screen.findByRole('heading', { level: 1, name });
