/**
 * What an attacker would have an easy time with, worst first; null where there is nothing to say.
 */
export type PasswordAdvice = 'known' | 'similar' | 'guessable' | null;

interface Found {
  pattern: string;
  token: string;
  dictionaryName?: string;
}

/** The parts of a name and an address that somebody would build a password from. */
export const wordsOf = (about: readonly string[]) => [
  ...new Set(
    about
      .flatMap((one) => [one, ...one.split(/[^\p{L}\p{N}]+/u)])
      .map((word) => word.trim().toLowerCase())
      .filter((word) => word.length >= 3),
  ),
];

/**
 * Advice, never a wall (docs/specification.md, 5 has the rules that count): a list of leaked
 * passwords holds it, or with a little more than it; it is built from the own name or address; it
 * is guessed quickly for another reason.
 * @param score 0 to 4, of zxcvbn: 3 takes 10^8 guesses
 */
export function adviceFrom(
  password: string,
  score: number,
  found: readonly Found[],
): PasswordAdvice {
  const most = (name: string) =>
    found.some(
      ({ pattern, dictionaryName = '', token }) =>
        pattern === 'dictionary' &&
        dictionaryName.startsWith(name) &&
        token.length >= password.length * 0.4,
    );
  if (most('userInputs')) return 'similar';
  if (score < 3 && most('passwords')) return 'known';
  return score < 3 ? 'guessable' : null;
}
