/**
 * Returns the ids of a run for a study that was made for JATOS. They are derived from the run's
 * seed (hexadecimal digits). This server uses them for nothing else.
 */
export function jatosIdsOf(seed: string) {
  const code = seed.slice(0, 12);
  // JATOS numbers its results, and some studies compute this number modulo n to assign participants
  // to lists. A number from the seed replaces it.
  return { code, number: Number.parseInt(code.slice(0, 11), 16) || 0 };
}
