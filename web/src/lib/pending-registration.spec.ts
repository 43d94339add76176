import {
  forgetRegistration,
  keepRegistration,
  keepWay,
  pendingRegistration,
} from './pending-registration';

beforeEach(() => localStorage.clear());
afterEach(() => jest.useRealTimers());

test('a pending registration keeps its secret and its page when the account gets an id', () => {
  const secret = keepRegistration('/study/details/1?link=x');
  keepWay('a');
  expect(pendingRegistration()).toEqual({ secret, account: 'a', to: '/study/details/1?link=x' });
  keepWay('a', '/study/details/2');
  expect(pendingRegistration()).toEqual({ secret, account: 'a', to: '/study/details/2' });
});

test('another account gets neither the secret nor the page of the previous one', () => {
  keepRegistration('/study/details/1');
  keepWay('a');
  keepWay('b');
  expect(pendingRegistration()).toEqual({ account: 'b', to: '/home' });
});

test('a pending registration expires after a day, and can be forgotten', () => {
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

test('a page on another site is replaced by the home page', () => {
  for (const to of ['https://evil.test/', '//evil.test', '/\\evil.test'])
    expect([keepRegistration(to), pendingRegistration()?.to]).toEqual([
      expect.any(String),
      '/home',
    ]);
  localStorage.setItem('commonlab-registration', '{not json');
  expect(pendingRegistration()).toBeUndefined();
});
