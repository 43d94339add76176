import { hkdfSync } from 'node:crypto';
import { capabilities } from '../../contexts';
import type { Config } from '../../config';
import { parseOldSecretKeys } from '../../secret-keys';
import { encryptWithKey } from './sealing';
import { Secrets, sha256 } from './secrets';

const secretsOf = (secretKey: string, old = '') =>
  new Secrets(
    { secretKey, secretKeysOld: parseOldSecretKeys(old, secretKey) } as Config,
    capabilities,
  );
const secrets = secretsOf('one-secret-one-secret-one-secret-one');

describe('secret that is sealed for storage', () => {
  it('can be opened again, and is different each time', () => {
    const [one, two] = [
      secrets.seal('totp', 'row', 'JBSWY3DP Ä'),
      secrets.seal('totp', 'row', 'JBSWY3DP Ä'),
    ];
    expect(secrets.open('totp', 'row', one)).toBe('JBSWY3DP Ä');
    expect(one.equals(two)).toBe(false);
    expect(one.includes('JBSWY3DP')).toBe(false);
  });

  it('cannot be opened for a different row, purpose or secret key', () => {
    const sealed = secrets.seal('totp', 'row', 'text');
    expect(() => secrets.open('totp', 'other', sealed)).toThrow();
    expect(() => secrets.open('attempt', 'row', sealed)).toThrow();
    expect(() =>
      secretsOf('two-secret-two-secret-two-secret-two').open('totp', 'row', sealed),
    ).toThrow();
  });

  it.each([0, 11, 12, 20, -1])('cannot be opened when its byte %d is changed', (at) => {
    const sealed = secrets.seal('totp', 'row', 'a longer text');
    const index = at < 0 ? sealed.length + at : at;
    sealed[index] = (sealed[index] ?? 0) ^ 1;
    expect(() => secrets.open('totp', 'row', sealed)).toThrow();
  });

  it.each([0, 5, 28])('cannot be opened when only %d bytes of it are left', (length) => {
    expect(() =>
      secrets.open('totp', 'row', secrets.seal('totp', 'row', 'text').subarray(0, length)),
    ).toThrow();
  });
});

const [first, second, third] = ['one', 'two', 'three'].map((word) => `${word}-`.repeat(12)) as [
  string,
  string,
  string,
];
/** The keys of one installation before a rotation, after the rotation, and after a second one. */
const before = secretsOf(first);
const after = secretsOf(second, `v1:${first}`);
const later = secretsOf(third, `v2:${second},v1-hashes:${first}`);

describe('after a change of the secret key', () => {
  it('old encrypted values can be decrypted, and new ones state their key version', () => {
    const [old, anew] = [before.seal('totp', 'row', 'text'), after.seal('totp', 'row', 'text')];
    expect([old, anew].map((sealed) => sealed.subarray(0, 3).toString())).toEqual(['v1:', 'v2:']);
    expect([old, anew].map((sealed) => after.open('totp', 'row', sealed))).toEqual([
      'text',
      'text',
    ]);
    expect(() => before.open('totp', 'row', anew)).toThrow('SECRET_KEYS_OLD has no v2');
  });

  it('values that were encrypted before keys had versions can be decrypted', () => {
    const key = Buffer.from(hkdfSync('sha256', first, 'commonlab', 'totp', 32));
    const bare = encryptWithKey(key, 'row', 'text');
    expect(after.open('totp', 'row', bare)).toBe('text');
    expect(() => later.open('totp', 'row', bare)).toThrow('v1 is kept for hashes only');
  });

  it('people keep their pseudonyms', () => {
    const study = 'study';
    expect(after.pseudonym(study, 'anonymous', 'account')).toEqual(
      before.pseudonym(study, 'anonymous', 'account'),
    );
    expect(later.formerPseudonym(study, 'account')).toEqual(
      before.formerPseudonym(study, 'account'),
    );
  });

  it('a stored hash is verified with its key version, which is stored in front of it', () => {
    const [v1, v2] = [
      before.stamp('recovery-code', 'account', 'CODE'),
      after.stamp('recovery-code', 'account', 'CODE'),
    ];
    expect([v1.length, v2.length, v2[0]]).toEqual([32, 33, 2]);
    expect(later.stamps('recovery-code', 'account', 'CODE')).toEqual([
      later.stamp('recovery-code', 'account', 'CODE'),
      v2,
      v1,
    ]);
    for (const stamp of [v1, v2]) {
      expect(later.isStamp(stamp, 'recovery-code', 'account', 'CODE')).toBe(true);
      expect(later.isStamp(stamp, 'recovery-code', 'account', 'OTHER')).toBe(false);
    }
  });

  it('mailed codes, keys and signed addresses work until their key version is for hashes only', () => {
    const code = before.code('reset-code', 'row');
    const hash = before.codeHash('reset-code', code);
    expect(after.codeOf('reset-code', 'row', hash)).toBe(code);
    expect([after, later].map((secrets) => secrets.isCode('reset-code', code, hash))).toEqual([
      true,
      false,
    ]);
    const key = before.linkKey('verification-key', 'row');
    expect(after.linkKeyOf('verification-key', 'row', sha256(key))).toBe(key);
    expect(later.linkKeyOf('verification-key', 'row', sha256(key))).toBeUndefined();
    const signature = before.stamp('file-url', 'file');
    expect([after, later].map((one) => one.isSigned(signature, 'file-url', 'file'))).toEqual([
      true,
      false,
    ]);
  });

  it('no value is encrypted for a column that no context declares', () => {
    expect(() => before.seal('file-url', 'row', 'text')).toThrow(
      'no context declares the column that is sealed as file-url',
    );
  });
});

describe('former secret keys', () => {
  it.each([
    ['a word', 'an entry is not'],
    [`v1:${'x'.repeat(31)}`, 'an entry is not'],
    [`v2:${first}`, 'v1 is missing'],
    [`v1:${first},v1:${second}`, 'v2 is missing or there twice'],
    [`v1:${third}`, 'the present SECRET_KEY'],
  ])('are refused when given as %s', (old, because) => {
    expect(() => parseOldSecretKeys(old, third)).toThrow(because);
  });

  it('may contain commas', () => {
    const withCommas = `,${first},v`;
    expect(parseOldSecretKeys(`v1:${withCommas},v2-hashes:${second}`, third)).toEqual([
      { version: 1, secret: withCommas, hashesOnly: false },
      { version: 2, secret: second, hashesOnly: true },
    ]);
  });
});
