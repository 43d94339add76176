import { newTotp, totpStepOf } from './totp';

/**
 * The secret of the test vectors in RFC 6238, appendix B, in base32. The vectors use SHA-1. Their
 * codes have eight digits; these tests use the last six.
 */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);

describe('A code of an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('equals at the time %d the example in RFC 6238', (seconds, code) => {
    expect(totpStepOf(secret, code, at(seconds), null)).toBe(BigInt(Math.floor(seconds / 30)));
  });

  it('is valid from 30 seconds before its interval to 30 seconds after it', () => {
    const taken = [
      1_111_111_049, 1_111_111_050, 1_111_111_079, 1_111_111_080, 1_111_111_139, 1_111_111_140,
    ].map((seconds) => totpStepOf(secret, '081804', at(seconds), null));
    expect(taken).toEqual([undefined, 37037036n, 37037036n, 37037036n, 37037036n, undefined]);
  });

  it('is valid only once, and after it no code of an earlier interval is valid', () => {
    expect(totpStepOf(secret, '081804', at(1_111_111_109), 37037035n)).toBe(37037036n);
    expect(totpStepOf(secret, '081804', at(1_111_111_109), 37037036n)).toBeUndefined();
    // If this server's clock was set back, the last accepted code may belong to an interval after
    // the present one. The function must then refuse the code without an error.
    expect(totpStepOf(secret, '081804', at(1_111_111_109), 37037099n)).toBeUndefined();
  });

  it.each(['000000', '08180', '0818044', 'abcdef'])(
    'is refused when it is not the current code: %s',
    (code) => {
      expect(() => totpStepOf(secret, code, at(1_111_111_109), null)).not.toThrow();
      expect(totpStepOf(secret, code, at(1_111_111_109), null)).toBeUndefined();
    },
  );

  it('is made from a random secret of 160 bits, which an app reads from an otpauth address', () => {
    const [one, two] = [newTotp('ada@uni.test'), newTotp('ada@uni.test')];
    expect(one.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(one.secret).not.toBe(two.secret);
    expect(one.uri).toBe(
      `otpauth://totp/Commonlab:ada%40uni.test?secret=${one.secret}&issuer=Commonlab`,
    );
  });
});
