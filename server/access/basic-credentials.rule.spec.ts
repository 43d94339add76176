import { basicCredentials } from './basic-credentials.rule';

const header = (text: string | Buffer) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('Basic credentials', () => {
  it('are read as UTF-8, and the password may hold colons', () => {
    expect(basicCredentials(header('ada@uni.test:Pä:ss😀:1'))).toEqual({
      username: 'ada@uni.test',
      password: 'Pä:ss😀:1',
    });
  });
  it('may have an empty side', () => {
    expect(basicCredentials(header(':'))).toEqual({ username: '', password: '' });
  });
  it.each([undefined, '', 'Bearer abc', 'Basically no'])('are absent in %p', (value) => {
    expect(basicCredentials(value)).toBeUndefined();
  });
  it.each([
    'Basic',
    'Basic ',
    'Basic !!!',
    header('no colon'),
    header(Buffer.from([0xff, 0x3a, 0xfe])),
  ])('cannot be read in %p', (value) => {
    expect(basicCredentials(value)).toBeNull();
  });
});
