/**
 * Returns the ids that a study made for JATOS reads about its run. They are derived from the run's
 * seed (hexadecimal digits), and have no meaning elsewhere.
 */
export function jatosIdsOf(seed: string) {
  const code = seed.slice(0, 12);
  // JATOS numbers its results, and some studies compute this number modulo n to assign participants
  // to lists. A number from the seed replaces it.
  return { code, number: Number.parseInt(code.slice(0, 11), 16) || 0 };
}
