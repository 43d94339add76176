import { countUnread } from '../../../contracts/messages/messages';
import { readProfile, type User } from '../../../contracts/accounts/accounts';
import { readDeletionRequest } from '../../../contracts/accounts/deletion-requests';
import { readSignInMethods } from '../../../contracts/authentication/identities';
import { listParticipations } from '../../../contracts/enrolment/participations';
import { readAccountSecurity } from '../../../contracts/authentication/second-factor';
import { listSignIns } from '../../../contracts/authentication/sign-ins';
import { listSessionMedianDurations } from '../../../contracts/enrolment/session-insights';
import { listWallets } from '../../../contracts/payments/funding';
import { readPayoutMethod } from '../../../contracts/payments/bank-payouts';
import { listPayments, readPaymentMethods } from '../../../contracts/payments/payments';
import { readPricing, type Pricing } from '../../../contracts/payments/pricing';
import { readSessionCost } from '../../../contracts/payments/session-cost';
import { listStudies } from '../../../contracts/studies/studies';
import { listClassrooms } from '../../../contracts/teaching/classrooms';
import { readOwnReview } from '../../../contracts/researchers/researchers';
import { type FakeRoute, on, refusal } from './fake-server';

/** A time that lies after the end of every test. */
export const distantFuture = '2099-01-01T00:00:00Z';

export const aUser = (more: Partial<User> = {}): User => ({
  _id: '0193a1b2-0000-7000-8000-000000000001',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.org',
  role: null,
  is_researcher: false,
  builds: false,
  organization: null,
  organization_ror_id: null,
  interests: null,
  researcher_privilege: null,
  status: 'ACTIVE',
  language: 'en',
  zone: 'Europe/London',
  region: 'GB',
  deletion_at: null,
  identities: [],
  created_at: '2026-10-01T10:00:00Z',
  ...more,
});
/** The answer to a successful sign-in: the account with its token. */
export const signedInUser = (user: User = aUser(), token = 'tok') => ({
  ...user,
  token,
  token_expires_at: distantFuture,
});

/**
 * Answers a request for the profile: the profile if the request has this token, otherwise the error
 * that the person is not signed in.
 */
export const profileRoute = (user: User, token = 'tok'): FakeRoute =>
  on(readProfile).answer(({ headers }) =>
    headers.authorization === `Bearer ${token}`
      ? { status: 200, body: user }
      : refusal('unauthenticated'),
  );

/** An account that is protected only by its password. */
export const passwordOnlySecurity = {
  password: true,
  totp: false,
  passkeys: [],
  recovery_codes_left: 0,
  second_factor_missing: false,
  signed_in_at: '2026-10-01T10:00:00Z',
};
export const emptyList = { items: [], next_cursor: null };
/**
 * The pricing of an installation that charges no fee, where researchers pay participants
 * themselves.
 */
export const pricingWithoutFee: Pricing = {
  currencies: ['EUR', 'USD'],
  fee_basis_points: 0,
  prepaid: false,
  fair_pay: [],
};
const unpaid = {
  seats: 10,
  reward: 0,
  fee: 0,
  by_answers: 0,
  by_answers_most: 0,
  total: 0,
  held: 0,
  missing: 0,
  currency: null,
};
/** A server without single sign-on or providers, and an account without any data. */
export const emptyServerRoutes: readonly FakeRoute[] = [
  on(readSignInMethods).answer({ status: 200, body: { providers: [], sso: false } }),
  on(readAccountSecurity).answer({ status: 200, body: passwordOnlySecurity }),
  on(readOwnReview).answer({ status: 200, body: { last_decision: null } }),
  on(readDeletionRequest).answer({ status: 200, body: { requested_at: null } }),
  on(listSignIns).answer({ status: 200, body: emptyList }),
  on(listStudies).answer({ status: 200, body: emptyList }),
  on(listParticipations).answer({ status: 200, body: emptyList }),
  on(listWallets).answer({ status: 200, body: emptyList }),
  on(readPayoutMethod).answer({ status: 200, body: { account: null } }),
  on(listPayments).answer({ status: 200, body: emptyList }),
  on(readPaymentMethods).answer({ status: 200, body: { methods: ['cash'] } }),
  on(readPricing).answer({ status: 200, body: pricingWithoutFee }),
  on(listSessionMedianDurations).answer({ status: 200, body: emptyList }),
  on(readSessionCost).answer({ status: 200, body: unpaid }),
  on(listClassrooms).answer({ status: 200, body: emptyList }),
  on(countUnread).answer({ status: 200, body: { own: 0, of_studies: 0 } }),
];
