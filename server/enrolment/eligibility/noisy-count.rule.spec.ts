import { hash as digestOf } from 'node:crypto';
import type { EligibilityFilter } from '../../../contracts/studies/eligibility';
import { areFiltersTooNarrow, noisyCount, type CountHash } from './noisy-count.rule';

const study = '00000000-0000-4000-8000-00000000000a';
const aged = (lower?: number, upper?: number): EligibilityFilter => ({
  filter: 'age',
  range: { ...(lower !== undefined && { lower }), ...(upper !== undefined && { upper }) },
});
const masters: EligibilityFilter = { filter: 'education_level', any_of: ['master'] };
const completed: EligibilityFilter = { filter: 'completed_any_of', studies: [study] };

/**
 * A fast stand-in for the keyed hash, since the specs compute hundreds of thousands of hashes: one
 * digest of key and text instead of an HMAC.
 */
const keyed =
  (secret: number): CountHash =>
  (kind, value) =>
    digestOf('sha256', `secret ${secret} ${kind}:${value}`, 'buffer');
const without =
  (left: 'question' | 'people', hash: CountHash): CountHash =>
  (kind, value) =>
    kind === left ? Buffer.alloc(32) : hash(kind, value);

const people = (count: number, who: string) => ({ count, fingerprint: who });
const told = (...asked: Parameters<typeof noisyCount>) => noisyCount(...asked).count ?? 0;

describe('the noisy count of eligible people', () => {
  it('is a multiple of twenty, at most the true count, less than three steps below it, and zero under twenty', () => {
    for (let count = 0; count < 300; count++) {
      const answer = noisyCount(keyed(count), [masters], people(count, `${count}`));
      expect(answer.suppressed).toBe(answer.count === null);
      if (answer.count === null) expect(count).toBeLessThan(58);
      else {
        expect(answer.count % 20).toBe(0);
        expect(answer.count).toBeGreaterThanOrEqual(20);
        expect(count - answer.count).toBeGreaterThanOrEqual(0);
        expect(count - answer.count).toBeLessThan(58);
      }
    }
  });

  it('is the same when the question and the people are the same', () => {
    for (let secret = 0; secret < 50; secret++)
      expect(noisyCount(keyed(secret), [masters], people(100, 'a'))).toEqual(
        noisyCount(keyed(secret), [masters], people(100, 'a')),
      );
  });

  /*
   * Plays a guessing game, once for each secret: does one particular person fit the filters? The
   * player knows all other people who fit, but not the secret. `ask` asks the questions of one
   * game and computes one number from the answers, usually their mean. The player guesses "yes" in
   * the half of the games with the higher numbers. Returns the share of right guesses, which is one
   * half by chance.
   */
  const rightGuesses = (
    ask: (hash: CountHash, isIn: boolean) => number,
    { weak, trials = 300 }: { weak?: 'question' | 'people'; trials?: number } = {},
  ) => {
    const means = Array.from({ length: trials }, (_, secret) => {
      const isIn = secret % 2 === 1;
      const hash = weak ? without(weak, keyed(secret)) : keyed(secret);
      return { isIn, mean: ask(hash, isIn) };
    });
    const sorted = means.map(({ mean }) => mean).sort((x, y) => x - y);
    const middle = sorted[trials / 2] ?? 0;
    return means.filter(({ isIn, mean }) => mean >= middle === isIn).length / trials;
  };
  const mean = (values: readonly number[]) => values.reduce((x, y) => x + y, 0) / values.length;
  const others = 200;

  const withOwnAccounts = (hash: CountHash, isIn: boolean) =>
    mean(
      Array.from(
        { length: 200 },
        (_, own) =>
          told(hash, [masters], people(others + own + Number(isIn), `${isIn} and ${own}`)) - own,
      ),
    );
  const inOtherWords = (hash: CountHash, isIn: boolean) =>
    mean(
      Array.from({ length: 200 }, (_, n) =>
        told(hash, [aged(18, 50 + n)], people(others + Number(isIn), `${isIn}`)),
      ),
    );
  const inOtherWordsWithOwnAccounts = (hash: CountHash, isIn: boolean) =>
    mean(
      Array.from({ length: 1_000 }, (_, n) =>
        told(
          hash,
          [{ filter: 'completed_any_of', studies: [study, `not begun ${n}`] }],
          people(others + Number(isIn), `${isIn} and others ${n}`),
        ),
      ),
    );
  const withAndWithout = (hash: CountHash, isIn: boolean) =>
    told(hash, [aged(18, 40)], people(others + Number(isIn), `${isIn}`)) -
    told(hash, [aged(18, 39)], people(others, 'others'));

  // A player who guesses at random is right in 0.5 ± 0.03 of the games. With noise as wide as the
  // rounding step, one secret in twenty reveals the answer, which raises the share to 0.525.
  const chance = 0.58;
  it('does not reveal whether a person fits when two questions differ by this person only', () => {
    expect(rightGuesses(withAndWithout)).toBeLessThan(chance);
  });
  it('does not reveal whether a person fits when the researcher adds fake accounts one after the other', () => {
    expect(rightGuesses(withOwnAccounts)).toBeLessThan(chance);
    // Without the first number, which depends only on the question, this attack succeeds. The
    // second number differs in each answer, so the mean of the answers reveals the true count.
    expect(rightGuesses(withOwnAccounts, { weak: 'question' })).toBeGreaterThan(0.7);
  });
  it('does not reveal whether a person fits by the mean of many questions that the same people fit', () => {
    expect(rightGuesses(inOtherWords)).toBeLessThan(chance);
    expect(rightGuesses(inOtherWords, { weak: 'people' })).toBeGreaterThan(0.7);
  });
  it('reveals a person through a thousand questions that name two studies, so such questions are refused', () => {
    expect(rightGuesses(inOtherWordsWithOwnAccounts, { trials: 100 })).toBeGreaterThan(0.85);
  });
});

describe('areFiltersTooNarrow, which refuses questions that could reveal one person', () => {
  it('refuses a question that combines a completed study with facts about people', () => {
    expect(areFiltersTooNarrow([completed, aged(18, 60)])).toBe(true);
    expect(areFiltersTooNarrow([completed, masters])).toBe(true);
    expect(areFiltersTooNarrow([completed, aged(0, 130)])).toBe(true);
    expect(areFiltersTooNarrow([completed])).toBe(false);
    expect(areFiltersTooNarrow([completed, { filter: 'completed_none_of', studies: ['b'] }])).toBe(
      false,
    );
  });
  it('refuses an age range under five years combined with an education level, also if two filters form the range', () => {
    expect(areFiltersTooNarrow([aged(30, 33), masters])).toBe(true);
    expect(areFiltersTooNarrow([aged(30), aged(undefined, 33), masters])).toBe(true);
    expect(areFiltersTooNarrow([aged(undefined, 3), masters])).toBe(true);
    expect(areFiltersTooNarrow([aged(30, 34), masters])).toBe(false);
    expect(areFiltersTooNarrow([aged(30), masters])).toBe(false);
    expect(areFiltersTooNarrow([aged(30, 30)])).toBe(false);
  });
  it('refuses a filter about health combined with any other filter, and more than three filters about people', () => {
    const deaf: EligibilityFilter = { filter: 'hearing', any_of: ['deaf'] };
    const lives: EligibilityFilter = { filter: 'country', any_of: ['DE'] };
    const writes: EligibilityFilter = { filter: 'handedness', any_of: ['left'] };
    expect(areFiltersTooNarrow([deaf])).toBe(false);
    expect(areFiltersTooNarrow([deaf, lives])).toBe(true);
    expect(areFiltersTooNarrow([deaf, completed])).toBe(true);
    expect(areFiltersTooNarrow([lives, writes, masters])).toBe(false);
    expect(areFiltersTooNarrow([lives, writes, masters, aged(18, 60)])).toBe(true);
    expect(areFiltersTooNarrow([aged(30, 33), lives])).toBe(true);
  });
  it('refuses a rule that no person can fit', () => {
    expect(areFiltersTooNarrow([aged(40, 30), completed])).toBe(true);
  });
});
