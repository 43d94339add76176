import { cookieFromHeader, browserCookieHeader } from './the-browser';

describe('The cookie of a known browser', () => {
  it('is HttpOnly, bound to the host, and sent only over HTTPS', () => {
    expect(browserCookieHeader('id.mac', true)).toBe(
      '__Host-commonlab_browser=id.mac; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure',
    );
  });

  it('is also set over HTTP for a trial on one machine', () => {
    expect(browserCookieHeader('id.mac', false)).toBe(
      'commonlab_browser=id.mac; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax',
    );
  });

  it.each([
    ['a=1; b=id.mac; c=3', 'id.mac'],
    ['b=id.mac', 'id.mac'],
    ['b=x=y', 'x=y'],
    ['ab=1; b', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('is found in %j', (header, value) => {
    expect(cookieFromHeader(header, 'b')).toBe(value);
  });
});
