import { cookieText, readToken, removeToken, secondsUntil, writeToken } from './token';

test('the token cookie has the name, path, domain, lifetime and attributes that the specification requires', () => {
  expect(cookieText('abc', 43_200, { domain: 'example.org', secure: true })).toBe(
    'ff_user_access_token=abc; Path=/; Domain=example.org; Max-Age=43200; SameSite=Lax; Secure',
  );
  expect(cookieText('abc', 60, { domain: '', secure: false })).toBe(
    'ff_user_access_token=abc; Path=/; Max-Age=60; SameSite=Lax',
  );
});

test('a token can’t add attributes to its cookie', () =>
  expect(cookieText('a; Domain=evil.example', 60, { domain: '', secure: false })).toContain(
    '=a%3B%20Domain%3Devil.example;',
  ));

test('the cookie lives as long as the token', () => {
  expect(secondsUntil('2026-11-21T12:00:00Z', Date.parse('2026-11-21T00:00:00Z'))).toBe(43_200);
  expect(secondsUntil('2026-11-20T12:00:00Z', Date.parse('2026-11-21T00:00:00Z'))).toBe(0);
});

test('a token that was written can be read until it is removed', () => {
  document.cookie = 'other=1';
  expect(readToken()).toBeNull();
  writeToken('t0-_k', new Date(Date.now() + 60_000).toISOString());
  expect(readToken()).toBe('t0-_k');
  removeToken();
  expect(readToken()).toBeNull();
});
