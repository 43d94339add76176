import { readBasicCredentials, browserNameOf } from './caller';

describe('name of a browser', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    ['', null],
    [undefined, null],
  ])('is read from the user agent %s', (userAgent, device) => {
    expect(browserNameOf(userAgent)).toBe(device);
  });

  it('is shortened, however long the User-Agent header is', () => {
    expect((browserNameOf(`${'x'.repeat(10_000)}/1.0`) ?? '').length).toBeLessThanOrEqual(100);
  });
});

const header = (text: string | Buffer) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('Basic credentials in the Authorization header', () => {
  it('are read as UTF-8, and the password may contain colons', () => {
    expect(readBasicCredentials(header('ada@uni.test:Pä:ss😀:1'))).toEqual({
      username: 'ada@uni.test',
      password: 'Pä:ss😀:1',
    });
  });
  it('may have an empty username or password', () => {
    expect(readBasicCredentials(header(':'))).toEqual({ username: '', password: '' });
  });
  it.each([undefined, '', 'Bearer abc', 'Basically no'])('are absent in %p', (value) => {
    expect(readBasicCredentials(value)).toBeUndefined();
  });
  it.each([
    'Basic',
    'Basic ',
    'Basic !!!',
    header('no colon'),
    header(Buffer.from([0xff, 0x3a, 0xfe])),
  ])('are invalid in %p', (value) => {
    expect(readBasicCredentials(value)).toBeNull();
  });
});
