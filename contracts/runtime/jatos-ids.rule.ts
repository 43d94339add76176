/**
 * The ids that a study made for JATOS reads of its run, from the seed of the run in hexadecimal digits.
 * They say nothing elsewhere.
 */
export function jatosIdsOf(seed: string) {
  const code = seed.slice(0, 12);
  // JATOS counts results: studies take a remainder of it, to give each participant one of some lists.
  return { code, number: Number.parseInt(code.slice(0, 11), 16) || 0 };
}
