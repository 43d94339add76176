import { capabilities } from '../../contexts';
import type { Config } from '../../config';
import { Secrets } from './secrets';

const secretsOf = (secretKey: string) => new Secrets({ secretKey } as Config, capabilities);
const secrets = secretsOf('one-secret-one-secret-one-secret-one');

describe('What is sealed', () => {
  it('is opened again, and is never the same twice', () => {
    const [one, two] = [
      secrets.seal('totp', 'row', 'JBSWY3DP Ä'),
      secrets.seal('totp', 'row', 'JBSWY3DP Ä'),
    ];
    expect(secrets.open('totp', 'row', one)).toBe('JBSWY3DP Ä');
    expect(one.equals(two)).toBe(false);
    expect(one.includes('JBSWY3DP')).toBe(false);
  });

  it('opens for no other row, no other purpose and no other secret', () => {
    const sealed = secrets.seal('totp', 'row', 'text');
    expect(() => secrets.open('totp', 'other', sealed)).toThrow();
    expect(() => secrets.open('attempt', 'row', sealed)).toThrow();
    expect(() =>
      secretsOf('two-secret-two-secret-two-secret-two').open('totp', 'row', sealed),
    ).toThrow();
  });

  it.each([0, 11, 12, 20, -1])('does not open with its byte %d changed', (at) => {
    const sealed = secrets.seal('totp', 'row', 'a longer text');
    const index = at < 0 ? sealed.length + at : at;
    sealed[index] = (sealed[index] ?? 0) ^ 1;
    expect(() => secrets.open('totp', 'row', sealed)).toThrow();
  });

  it.each([0, 5, 28])('does not open when only %d bytes of it are left', (length) => {
    expect(() =>
      secrets.open('totp', 'row', secrets.seal('totp', 'row', 'text').subarray(0, length)),
    ).toThrow();
  });
});
