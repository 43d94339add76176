/**
 * The ids that a study made for JATOS reads about its run, derived from the run's seed in hexadecimal digits. They
 * have no meaning elsewhere.
 */
export function jatosIdsOf(seed: string) {
  const code = seed.slice(0, 12);
  // A number in place of JATOS' count of results, which some studies use modulo n to assign
  // participants to lists.
  return { code, number: Number.parseInt(code.slice(0, 11), 16) || 0 };
}
