/** The weakness of a password that the advice names, the worst one first; null for no advice. */
export type PasswordAdvice = 'known' | 'similar' | 'guessable' | null;

interface Found {
  pattern: string;
  token: string;
  dictionaryName?: string;
}

/** The parts of a name and an email address from which people often build passwords. */
export const guessableWordsIn = (about: readonly string[]) => [
  ...new Set(
    about
      .flatMap((one) => [one, ...one.split(/[^\p{L}\p{N}]+/u)])
      .map((word) => word.trim().toLowerCase())
      .filter((word) => word.length >= 3),
  ),
];

/**
 * Advice on a password, which never refuses it (docs/specification.md, 5 has the rules that
 * refuse). There is advice when the password is on a list of leaked passwords, or differs from one
 * of that list by a few added characters only; when it is built from the person's name or address;
 * or when it is quick to guess otherwise.
 * @param score 0 to 4, of zxcvbn: 3 takes 10^8 guesses
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
