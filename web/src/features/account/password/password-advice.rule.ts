/** Why a password is weak, the worst reason first; null if the password needs no advice. */
export type PasswordAdvice = 'known' | 'similar' | 'guessable' | null;

interface Found {
  pattern: string;
  token: string;
  dictionaryName?: string;
}

/** Lists the parts of a name and an email address from which people often build passwords. */
export const guessableWordsIn = (about: readonly string[]) => [
  ...new Set(
    about
      .flatMap((one) => [one, ...one.split(/[^\p{L}\p{N}]+/u)])
      .map((word) => word.trim().toLowerCase())
      .filter((word) => word.length >= 3),
  ),
];

/**
 * Chooses the advice on a password:
 * - `similar`: it is built from the person's name or address;
 * - `known`: it is a leaked password, perhaps with a few added characters;
 * - `guessable`: it is quick to guess for any other reason.
 * Advice never refuses a password; only the rules in docs/specification.md, 5 do.
 * @param score zxcvbn's estimate, from 0 to 4; a score of 3 means at least 10^8 guesses
 */
export function choosePasswordAdvice(
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
