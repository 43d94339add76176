import { readProfile } from '../../../contracts/accounts/accounts';
import { listParticipations } from '../../../contracts/enrolment/participations';
import { freshBrowser } from '../test/render-app';
import { distantFuture, aUser } from '../test/common-answers';
import { fakeServer, on, refusal } from '../test/fake-server';
import { query } from './http/api';
import { useAuth } from './auth/auth.store';
import { signOutLocally, queryClient } from './query-client';
import { readToken, writeToken } from './http/token';
import { useUi } from './ui.store';
import { profileQuery } from './auth/user';

const said = () => useUi.getState().message?.text;
const read = (what: ReturnType<typeof profileQuery>) =>
  queryClient.fetchQuery(what).catch(() => undefined);

beforeEach(async () => {
  await freshBrowser();
  useUi.getState().hideMessage();
  useAuth.getState().signedIn('tok', distantFuture);
});

test.each([
  ['a token that ran out', 'unauthenticated'],
  ['a server that fails', 'internal'],
  ['an account that is closed', 'account_disabled'],
] as const)(
  'a failed first request of the profile removes the token and shows a message: %s',
  async (_, code) => {
    fakeServer(on(readProfile).answer(refusal(code)));
    await read(profileQuery());
    expect(readToken()).toBeNull();
    expect(said()).toBe('Failed to retrieve user profile');
  },
);

test('an unauthenticated response before the profile was loaded reports that the profile could not be retrieved', async () => {
  fakeServer(on(listParticipations).answer(refusal('unauthenticated')));
  await queryClient.fetchQuery(query(listParticipations)).catch(() => undefined);
  expect(said()).toBe('Failed to retrieve user profile');
});

test('an unauthenticated response after the profile shows that the person was signed out', async () => {
  queryClient.setQueryData(profileQuery().queryKey, aUser());
  fakeServer(on(readProfile).answer(refusal('unauthenticated')));
  await read({ ...profileQuery(), staleTime: 0 });
  expect(readToken()).toBeNull();
  expect(said()).toBe('You have been signed out. Sign in again to go on.');
  expect(useAuth.getState().ended).toBe('signed_out');
});

test('a loaded profile is kept when the server is unavailable', async () => {
  queryClient.setQueryData(profileQuery().queryKey, aUser());
  fakeServer(on(readProfile).answer(refusal('unavailable')));
  await read({ ...profileQuery(), staleTime: 0 });
  expect([readToken(), said()]).toEqual(['tok', undefined]);
});

test('signing out in one tab does not end a newer sign-in of another tab', () => {
  writeToken('newer', distantFuture);
  signOutLocally('signed_out');
  expect([readToken(), useAuth.getState().token, said()]).toEqual(['newer', 'newer', undefined]);
});
