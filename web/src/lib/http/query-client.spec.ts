import { listParticipations } from '../../../../contracts/participations';
import { freshBrowser } from '../../test/render-app';
import { type Answered, fakeServer, someone } from '../../test/world';
import { query } from './api';
import { useAuth } from '../auth.store';
import { endSession, queryClient } from './query-client';
import { readToken, writeToken } from './token';
import { useUi } from '../ui.store';
import { profileQuery } from '../user';

const later = '2099-01-01T00:00:00Z';
const refusal: Answered = {
  status: 401,
  body: { status: 401, code: 'unauthenticated', description: 'Sign in first.' },
};
const said = () => useUi.getState().message?.text;
const read = (what: ReturnType<typeof profileQuery>) =>
  queryClient.fetchQuery(what).catch(() => undefined);

beforeEach(async () => {
  await freshBrowser();
  useUi.getState().hideMessage();
  useAuth.getState().signedIn('tok', later);
});

test.each<[string, Answered]>([
  ['a token that ran out', refusal],
  [
    'a server that fails',
    { status: 500, body: { status: 500, code: 'internal', description: '' } },
  ],
  [
    'an account that is closed',
    { status: 403, body: { status: 403, code: 'account_disabled', description: '' } },
  ],
])(
  'a profile that cannot be fetched at all removes the token and says so: %s',
  async (_, answer) => {
    fakeServer(() => answer);
    await read(profileQuery());
    expect(readToken()).toBeNull();
    expect(said()).toBe('Failed to retrieve user profile');
  },
);

test('so does another answer that comes before the profile’s', async () => {
  fakeServer(() => refusal);
  await queryClient.fetchQuery(query(listParticipations)).catch(() => undefined);
  expect(said()).toBe('Failed to retrieve user profile');
});

test('a token that ends later says that one was signed out', async () => {
  queryClient.setQueryData(profileQuery().queryKey, someone());
  fakeServer(() => refusal);
  await read({ ...profileQuery(), staleTime: 0 });
  expect(readToken()).toBeNull();
  expect(said()).toBe('You have been signed out. Sign in again to go on.');
});

test('a profile that is here outlives an outage of the server', async () => {
  queryClient.setQueryData(profileQuery().queryKey, someone());
  fakeServer(() => ({ status: 503, body: { status: 503, code: 'unavailable', description: '' } }));
  await read({ ...profileQuery(), staleTime: 0 });
  expect([readToken(), said()]).toEqual(['tok', undefined]);
});

test('a sign-in that was replaced in another tab meanwhile ends nothing here', () => {
  writeToken('newer', later);
  endSession('common:error.signed_out');
  expect([readToken(), useAuth.getState().token, said()]).toEqual(['newer', 'newer', undefined]);
});
