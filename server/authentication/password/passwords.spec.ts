import { Passwords } from './passwords';

describe('Passwords', () => {
  const passwords = new Passwords();

  it('are kept as argon2id with the cost that OWASP recommends, and never the same twice', async () => {
    const [one, two] = await Promise.all([
      passwords.hash('Correct-Horse-1'),
      passwords.hash('Correct-Horse-1'),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
  });

  it('match however a keyboard composes them, and nothing matches an absent hash', async () => {
    const stored = await passwords.hash('Pässwort-1');
    await passwords.inTurn(async (matches) => {
      expect(await matches(stored, 'Pässwort-1')).toBe(true);
      expect(await matches(stored, 'Passwort-1')).toBe(false);
      expect(await matches(null, 'Pässwort-1')).toBe(false);
    });
  });

  it('are hashed two at a time, in the order of arrival, and a failure frees its place', async () => {
    const order: number[] = [];
    let running = 0;
    let most = 0;
    const job = (i: number) =>
      passwords.inTurn(async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 2));
        order.push(i);
        running--;
        if (i === 3) throw new Error('broken');
      });
    const results = await Promise.allSettled(Array.from({ length: 12 }, (_, i) => job(i)));
    expect(most).toBe(2);
    expect(order).toEqual(Array.from({ length: 12 }, (_, i) => i));
    expect(results.filter((r) => r.status === 'rejected')).toHaveLength(1);
    await expect(passwords.inTurn(() => Promise.resolve('free'))).resolves.toBe('free');
  });

  it('refuse further work when a thousand calls wait, and take it again afterwards', async () => {
    let finish = () => {};
    const busy = new Promise<void>((resolve) => (finish = resolve));
    const taken = Array.from({ length: 1_002 }, () => passwords.inTurn(() => busy));
    await expect(passwords.inTurn(() => busy)).rejects.toMatchObject({ code: 'unavailable' });
    finish();
    await Promise.all(taken);
    await expect(passwords.inTurn(() => Promise.resolve('free'))).resolves.toBe('free');
  });
});
