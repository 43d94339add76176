import {
  forgetRegistration,
  keepRegistration,
  keepWay,
  pendingRegistration,
} from './pending-registration';

beforeEach(() => localStorage.clear());
afterEach(() => jest.useRealTimers());

test('a registration keeps its secret and its page, also once the account has an id', () => {
  const secret = keepRegistration('/study/details/1?link=x');
  keepWay('a');
  expect(pendingRegistration()).toEqual({ secret, account: 'a', to: '/study/details/1?link=x' });
  keepWay('a', '/study/details/2');
  expect(pendingRegistration()).toEqual({ secret, account: 'a', to: '/study/details/2' });
});

test('another account takes neither the secret nor the page of the one before', () => {
  keepRegistration('/study/details/1');
  keepWay('a');
  keepWay('b');
  expect(pendingRegistration()).toEqual({ account: 'b', to: '/home' });
});

test('what is kept ends after a day, and when it is forgotten', () => {
  jest.useFakeTimers({ now: new Date('2026-11-01T10:00:00Z') });
  keepRegistration('/study/details/1');
  jest.setSystemTime(new Date('2026-11-02T09:59:00Z'));
  expect(pendingRegistration()).toBeDefined();
  jest.setSystemTime(new Date('2026-11-02T10:01:00Z'));
  expect(pendingRegistration()).toBeUndefined();
  expect(localStorage).toHaveLength(0);
  keepRegistration('/study/details/1');
  forgetRegistration();
  expect(pendingRegistration()).toBeUndefined();
});

test('a page that leads away from this site is not gone on with', () => {
  for (const to of ['https://evil.test/', '//evil.test', '/\\evil.test'])
    expect([keepRegistration(to), pendingRegistration()?.to]).toEqual([
      expect.any(String),
      '/home',
    ]);
  localStorage.setItem('commonlab-registration', '{not json');
  expect(pendingRegistration()).toBeUndefined();
});
