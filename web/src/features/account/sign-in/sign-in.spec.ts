import { waitFor } from '@testing-library/react';
import { readToken } from '../../../lib/http/token';
import { freshBrowser } from '../../../test/render-app';
import { fakeServer, someone } from '../../../test/world';
import { welcome } from './sign-in';

const later = '2099-01-01T00:00:00Z';
const enter = (token: string) => welcome({ ...someone(), token, token_expires_at: later });
beforeEach(() => freshBrowser());

test('a sign-in in place of another one ends that at the server', async () => {
  const asked = fakeServer(() => ({ status: 204 }));
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

test('and stands when the server cannot be told', async () => {
  const asked = fakeServer(() => ({
    status: 503,
    body: { status: 503, code: 'unavailable', description: '' },
  }));
  enter('one');
  enter('two');
  await waitFor(() => expect(asked).toHaveLength(1));
  await new Promise((done) => setTimeout(done));
  expect(readToken()).toBe('two');
});
