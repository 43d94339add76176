/**
 * The ids that a study made for JATOS reads about its run, derived from the run's seed in hexadecimal digits. They
 * have no meaning elsewhere.
 */
export function jatosIdsOf(seed: string) {
  const code = seed.slice(0, 12);
  // JATOS counts results: some studies use the number modulo n to assign participants to lists.
  return { code, number: Number.parseInt(code.slice(0, 11), 16) || 0 };
}
