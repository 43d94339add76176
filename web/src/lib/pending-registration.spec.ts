import {
  forgetRegistration,
  storeRegistration,
  storePageAfterVerification,
  readPendingRegistration,
} from './pending-registration';

beforeEach(() => localStorage.clear());
afterEach(() => jest.useRealTimers());

test('a pending registration keeps its secret and its page when the account gets an id', () => {
  const secret = storeRegistration('/study/details/1?link=x');
  storePageAfterVerification('a');
  expect(readPendingRegistration()).toEqual({
    secret,
    account: 'a',
    to: '/study/details/1?link=x',
  });
  storePageAfterVerification('a', '/study/details/2');
  expect(readPendingRegistration()).toEqual({ secret, account: 'a', to: '/study/details/2' });
});

test('a different account gets neither the secret nor the page of the previous one', () => {
  storeRegistration('/study/details/1');
  storePageAfterVerification('a');
  storePageAfterVerification('b');
  expect(readPendingRegistration()).toEqual({ account: 'b', to: '/home' });
});

test('a pending registration is deleted after a day or on request', () => {
  jest.useFakeTimers({ now: new Date('2026-11-01T10:00:00Z') });
  storeRegistration('/study/details/1');
  jest.setSystemTime(new Date('2026-11-02T09:59:00Z'));
  expect(readPendingRegistration()).toBeDefined();
  jest.setSystemTime(new Date('2026-11-02T10:01:00Z'));
  expect(readPendingRegistration()).toBeUndefined();
  expect(localStorage).toHaveLength(0);
  storeRegistration('/study/details/1');
  forgetRegistration();
  expect(readPendingRegistration()).toBeUndefined();
});

test('an address on another site is replaced by the home page', () => {
  for (const to of ['https://evil.test/', '//evil.test', '/\\evil.test'])
    expect([storeRegistration(to), readPendingRegistration()?.to]).toEqual([
      expect.any(String),
      '/home',
    ]);
  localStorage.setItem('commonlab-registration', '{not json');
  expect(readPendingRegistration()).toBeUndefined();
});
