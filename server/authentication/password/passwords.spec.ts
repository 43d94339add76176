import { ofThisServer, Passwords } from './passwords';

describe('Passwords of accounts', () => {
  const passwords = new Passwords();

  it('are hashed with argon2id at the cost that OWASP recommends, with a salt each', async () => {
    const [one, two] = await Promise.all([
      passwords.hash(ofThisServer, 'Correct-Horse-1'),
      passwords.hash(ofThisServer, 'Correct-Horse-1'),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
  });

  it('[6.2.8] match in any Unicode composition, and never match an absent hash', async () => {
    const stored = await passwords.hash(ofThisServer, 'Pässwort-1');
    await passwords.inTurn(ofThisServer, async (matches) => {
      expect(await matches(stored, 'Pässwort-1')).toBe(true);
      expect(await matches(stored, 'Passwort-1')).toBe(false);
      expect(await matches(null, 'Pässwort-1')).toBe(false);
    });
  });
});
