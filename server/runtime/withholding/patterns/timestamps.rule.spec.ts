import { TimestampFinder } from './timestamps.rule';
import { RunDayNumbers } from './days.rule';

const seed = Number(process.env.STAMPS_SEED ?? 2026);
const days = { day: '2026-11-28', last_day: '2026-11-28' };
const stamps = new TimestampFinder(new RunDayNumbers(days));
const begin = Date.parse('2026-11-28T00:00:00Z');
const drawn = 4_000;

/** A seeded random number generator (mulberry32), so that each run of the test is the same. */
function chance(from: number): () => number {
  let state = from >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const draw = chance(seed);
const random = (length: number) =>
  Array.from({ length }, () => Math.floor(draw() * 36).toString(36)).join('');
const digits = (most: number) =>
  String(Math.floor(draw() * 10 ** most)).slice(0, 1 + Math.floor(draw() * most));

/** Ways in which programs make an identifier from the present time. */
const ways: readonly ((now: number) => string)[] = [
  (now) => now.toString(36),
  (now) => `p${now.toString(36)}`,
  (now) => `id_${now.toString(36)}`,
  (now) => `${now.toString(36)}-${random(6)}`,
  (now) => now.toString(36) + random(11),
  (now) => random(11) + now.toString(36),
  (now) => now.toString(36).toUpperCase(),
];
const decimals: readonly ((now: number) => string)[] = [
  (now) => `${now}${digits(6)}`,
  (now) => `${digits(3)}${now}`,
  (now) => `${Math.floor(now / 1000)}${digits(4)}`,
  (now) => `sub${now}${digits(3)}x`,
];

describe(`Date.now() within an identifier (seed ${seed})`, () => {
  const moments = Array.from({ length: drawn }, () => begin + Math.floor(draw() * 86_400_000));

  it('is found among any other digits', () => {
    const made = moments.map((now, n) => decimals[n % decimals.length]?.(now) ?? '');
    expect(made.filter((text) => stamps.in(text).length === 0)).toEqual([]);
  });

  it('is found in base 36 among other characters, unless its letters may be a word', () => {
    const made = moments.map((now, n) => ({ now, text: ways[n % ways.length]?.(now) ?? '' }));
    const passed = made.filter(({ text }) => stamps.in(text).length === 0);
    expect(passed.filter(({ now }) => /\d/.test(now.toString(36)))).toEqual([]);
    expect(passed.length).toBeLessThan(drawn / 20);
  });

  it('is falsely found in few random identifiers, and in no hash', () => {
    const identifiers = Array.from({ length: drawn }, () => random(24));
    expect(identifiers.filter((text) => stamps.in(text).length > 0).length).toBeLessThan(
      drawn / 100,
    );
    const hashes = identifiers.map(() =>
      Array.from({ length: 64 }, () => Math.floor(draw() * 16).toString(16)).join(''),
    );
    expect(hashes.filter((text) => stamps.inLetters(text).length > 0)).toEqual([]);
  });
});
