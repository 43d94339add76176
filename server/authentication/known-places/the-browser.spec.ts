import { cookieOf, cookieText } from './the-browser';

describe('The cookie of a known browser', () => {
  it('is out of reach for script and for other hosts, and is never sent in the clear', () => {
    expect(cookieText('id.mac', true)).toBe(
      '__Host-commonlab_browser=id.mac; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure',
    );
  });

  it('is possible without https, for a try on one machine', () => {
    expect(cookieText('id.mac', false)).toBe(
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
    expect(cookieOf(header, 'b')).toBe(value);
  });
});
