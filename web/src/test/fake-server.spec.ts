import {
  changeProfile,
  readProfile,
  readUser,
  register,
  type User,
} from '../../../contracts/accounts/accounts';
import type { Endpoint } from '../../../contracts/base/endpoint';
import { publishConsent } from '../../../contracts/studies/consents';
import { findOrganizations } from '../../../contracts/researchers/researchers';
import { emptyList, aUser } from './common-answers';
import {
  type FakeAnswer,
  type FakeRoute,
  fakeServer,
  on,
  type Refusal,
  refusal,
  takeServerProblems,
} from './fake-server';

const ask = async (method: string, address: string, body?: unknown) => {
  const init = {
    method,
    headers: {},
    body: body instanceof FormData ? body : body === undefined ? body : JSON.stringify(body),
  };
  const answer = await fetch(address, init);
  return { status: answer.status, body: await answer.text() };
};
/**
 * Returns the problem that the fake server has noticed; the page only sees that the connection
 * failed.
 */
const problem = async (
  routes: FakeRoute[],
  ...[method, address, body]: Parameters<typeof ask>
): Promise<string[]> => {
  fakeServer(routes);
  await expect(ask(method, address, body)).rejects.toThrow();
  return takeServerProblems();
};
const profile = '/api/users/profile/';
const id = '0193a1b2-0000-7000-8000-000000000001';
/** Hides the type of an answer from the compiler, which would otherwise refuse the answer. */
const untyped = (value: unknown) => value as never;

test('a valid response is returned unchanged, and the request is recorded', async () => {
  const asked = fakeServer(on(readProfile).answer({ status: 200, body: aUser() }));
  expect(await ask('GET', profile)).toEqual({ status: 200, body: JSON.stringify(aUser()) });
  expect(asked).toMatchObject([{ method: 'GET', path: profile, body: undefined }]);
  expect(takeServerProblems()).toEqual([]);
});

type Accepts<E extends Endpoint, A> = A extends FakeAnswer<E> ? true : false;
test('the compiler refuses a wrong field, status, body or error', () => {
  // The compiler makes this check: it accepts `true` only if the contract allows the answer.
  const right: Accepts<typeof readProfile, { status: 200; body: User }> = true;
  const status: Accepts<typeof readProfile, { status: 201; body: User }> = false;
  const field: Accepts<typeof readProfile, { status: 200; body: { first_name: 1 } }> = false;
  const body: Accepts<typeof changeProfile, { status: 204; body: User }> = false;
  const error: Accepts<typeof readProfile, Refusal<'session_full'>> = false;
  expect([right, status, field, body, error]).toEqual([true, false, false, false, false]);
});

test.each<[string, FakeRoute, string, string, string]>([
  [
    'a status',
    on(readProfile).answer(untyped({ status: 201, body: aUser() })),
    'GET',
    profile,
    'GET /api/users/profile/: answer 201: the status is not in the contract',
  ],
  [
    'a field of the wrong type',
    on(readProfile).answer(untyped({ status: 200, body: { ...aUser(), language: 'xx' } })),
    'GET',
    profile,
    'GET /api/users/profile/: answer 200: field "language" is refused: Invalid option',
  ],
  [
    'a missing field within a list',
    on(findOrganizations).answer(
      untyped({ status: 200, body: { items: [{ name: 'Uni' }], next_cursor: null } }),
    ),
    'GET',
    '/api/researchers/organizations/',
    'GET /api/researchers/organizations/: answer 200: field "items.0.ror_id" is refused: Invalid',
  ],
  [
    'a field that the endpoint does not have',
    on(readProfile).answer(untyped({ status: 200, body: { ...aUser(), shoe_size: 42 } })),
    'GET',
    profile,
    'GET /api/users/profile/: answer 200: field "shoe_size" is not in the contract',
  ],
  [
    'a body where there is none',
    on(publishConsent).answer(untyped({ status: 200 })),
    'PUT',
    `/api/studies/${id}/consent/`,
    'PUT /api/studies/{id}/consent/: answer 200: the whole is refused: Invalid input',
  ],
  [
    'an error that the endpoint does not have',
    on(readProfile).answer(untyped(refusal('session_full'))),
    'GET',
    profile,
    'GET /api/users/profile/: answer 409: no error "session_full"',
  ],
  [
    'an error with the wrong status',
    on(readProfile).answer(untyped({ ...refusal('unauthenticated'), status: 403 })),
    'GET',
    profile,
    'GET /api/users/profile/: answer 403: "unauthenticated" is 401',
  ],
  [
    'an error that is no error',
    on(readProfile).answer(untyped({ status: 500, body: { code: 'internal' } })),
    'GET',
    profile,
    'GET /api/users/profile/: answer 500: field "status" is refused: Invalid input',
  ],
])('a response is refused for %s', async (_, route, method, address, words) => {
  const body = method === 'PUT' ? { title: 'A', body_markdown: 'B' } : undefined;
  expect(await problem([route], method, address, body)).toEqual([expect.stringContaining(words)]);
});

test('a body in a response that has none by contract is refused', async () => {
  const route = on(changeProfile).answer(untyped({ status: 204, body: aUser() }));
  expect(await problem([route], 'PUT', profile, { first_name: 'Ada' })).toEqual([
    'PUT /api/users/profile/: answer 204: it has no body',
  ]);
});

const upload = new FormData();
upload.append('file', new Blob(['x']));
test.each<[string, FakeRoute, string, string, unknown, string]>([
  [
    'a body',
    on(register).answer(refusal('internal')),
    'POST',
    '/api/users/',
    { email: 'no-address' },
    'POST /api/users/: request: field "email" is refused: invalid_email',
  ],
  [
    'a body that nothing reads',
    on(readProfile).answer(refusal('internal')),
    'GET',
    profile,
    { a: 1 },
    'GET /api/users/profile/: request: it takes no body',
  ],
  [
    'a file that nothing reads',
    on(changeProfile).answer(refusal('internal')),
    'PUT',
    profile,
    upload,
    'PUT /api/users/profile/: request: it takes no file',
  ],
  [
    'a parameter of the query',
    on(findOrganizations).answer({ status: 200, body: emptyList }),
    'GET',
    '/api/researchers/organizations/?limit=many',
    undefined,
    'GET /api/researchers/organizations/: query: field "limit" is refused: Invalid input',
  ],
  [
    'a parameter of the query that nothing reads',
    on(findOrganizations).answer({ status: 200, body: emptyList }),
    'GET',
    '/api/researchers/organizations/?name=uni',
    undefined,
    'GET /api/researchers/organizations/: query: field "name" is not in the contract',
  ],
  [
    'a parameter of the path',
    on(readUser).answer({ status: 200, body: aUser() }),
    'GET',
    '/api/users/7/',
    undefined,
    'GET /api/users/{id}/: path: field "id" is refused: Invalid UUID',
  ],
])('a request is refused for %s', async (_, route, method, address, body, words) => {
  expect(await problem([route], method, address, body)).toEqual([expect.stringContaining(words)]);
});

test.each([
  ['an unknown path', 'GET', '/api/users/'],
  ['an unknown method', 'DELETE', profile],
])('%s fails the test', async (_, method, address) => {
  const routes = [on(readProfile).answer({ status: 200, body: aUser() })];
  expect(await problem(routes, method, address)).toEqual([
    `${method} ${address}: no route of this test's fake server answers it`,
  ]);
});

test('a file is accepted when the contract accepts one', async () => {
  fakeServer(on(publishConsent).answer(refusal('too_large')));
  expect(await ask('PUT', `/api/studies/${id}/consent/`, upload)).toMatchObject({ status: 413 });
});

test('the first matching route responds, and a path without parameters precedes one with parameters', async () => {
  fakeServer(
    on(readUser).answer({ status: 200, body: aUser({ first_name: 'Another' }) }),
    on(readProfile).answer(() => undefined),
    on(readProfile).answer({ status: 200, body: aUser({ first_name: 'Own' }) }),
  );
  expect((await ask('GET', profile)).body).toContain('"first_name":"Own"');
  expect((await ask('GET', `/api/users/${id}/`)).body).toContain('"first_name":"Another"');
});
