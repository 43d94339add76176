/**
 * Returns the ids that a study made for JATOS reads about its run. They are derived from the run's
 * seed (hexadecimal digits), and have no meaning elsewhere.
 */
export function jatosIdsOf(seed: string) {
  const code = seed.slice(0, 12);
  // A number in place of JATOS' count of results, which some studies use modulo n to assign
  // participants to lists.
  return { code, number: Number.parseInt(code.slice(0, 11), 16) || 0 };
}
