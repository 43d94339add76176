import { waitFor } from '@testing-library/react';
import { changeProfile } from '../../../../../contracts/accounts/accounts';
import { readToken } from '../../../lib/http/token';
import { freshBrowser } from '../../../test/render-app';
import { signedInUser, aUser } from '../../../test/common-answers';
import { fakeServer, on, refusal } from '../../../test/fake-server';
import { storeSignIn } from './sign-in';

const enter = (token: string) => storeSignIn(signedInUser(aUser(), token));
beforeEach(() => freshBrowser());

test('[7.2.4] a sign-in that replaces an earlier one ends the earlier one on the server', async () => {
  const asked = fakeServer(on(changeProfile).answer({ status: 204 }));
  enter('one');
  enter('one');
  expect(asked).toEqual([]);
  enter('two');
  await waitFor(() =>
    expect(asked).toEqual([
      expect.objectContaining({
        method: 'PUT',
        path: '/api/users/profile/',
        body: { action: 'remove-token', token: 'one' },
        headers: expect.objectContaining({ authorization: 'Bearer one' }) as object,
      }),
    ]),
  );
  expect(readToken()).toBe('two');
});

test('a new sign-in stays valid when the server cannot be reached to end the earlier one', async () => {
  const asked = fakeServer(on(changeProfile).answer(refusal('unavailable')));
  enter('one');
  enter('two');
  await waitFor(() => expect(asked).toHaveLength(1));
  await new Promise((done) => setTimeout(done));
  expect(readToken()).toBe('two');
});
