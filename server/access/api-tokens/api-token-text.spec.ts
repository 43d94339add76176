import {
  hasRightChecksum,
  containsApiToken,
  isApiToken,
  newApiToken,
  visibleApiTokenStart,
} from './api-token-text';

describe('text of an API token', () => {
  const token = newApiToken();

  it('has a recognizable prefix and length, and is different each time', () => {
    expect(token).toMatch(/^clab_[0-9A-Za-z]{36}$/);
    expect(isApiToken(token)).toBe(true);
    expect(new Set(Array.from({ length: 200 }, newApiToken)).size).toBe(200);
  });

  it('uses every character of base 62', () => {
    const used = new Set(Array.from({ length: 200 }, () => newApiToken().slice(5, 35)).join(''));
    expect(used.size).toBe(62);
  });

  it('ends with its CRC-32 in base 62, so that scanners recognize it offline', () => {
    // The CRC-32 of 'clab_' and thirty zeros, computed by another program.
    const zeros = `clab_${'0'.repeat(30)}`;
    expect(hasRightChecksum(`${zeros}2Cfbz1`)).toBe(true);
    expect(hasRightChecksum(token)).toBe(true);
  });

  it('has a wrong checksum when a character is changed or moved', () => {
    for (const at of [5, 12, 34, 40]) {
      const other = token[at] === 'a' ? 'b' : 'a';
      expect(hasRightChecksum(token.slice(0, at) + other + token.slice(at + 1))).toBe(false);
    }
    expect(hasRightChecksum(`clab_0${'1'.repeat(29)}000000`)).toBe(false);
  });

  it('cannot be confused with a session token', () => {
    const signIn = `clab_${'x'.repeat(38)}`;
    expect(signIn).toHaveLength(43);
    expect(isApiToken(signIn)).toBe(false);
    expect(isApiToken(`${token}=`)).toBe(false);
    expect(isApiToken(token.slice(1))).toBe(false);
  });

  it('is found within a URL', () => {
    expect(containsApiToken(`/api/studies/?access_token=${token}`)).toBe(true);
    expect(containsApiToken(`/api/studies/${token}/`)).toBe(true);
    expect(containsApiToken('/api/studies/?text=clab_rats')).toBe(false);
  });

  it('is shown to its holder as the prefix and four of the random characters', () => {
    expect(visibleApiTokenStart(token)).toBe(token.slice(0, 9));
  });
});
