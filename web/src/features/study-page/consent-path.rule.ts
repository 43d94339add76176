/**
 * Returns the path of a study's consent form. It contains the session, if one is given, and the key
 * of a private link, if the participant came by one.
 */
export function consentPath(study: string, session: string | null, link?: string): string {
  const params = new URLSearchParams({
    ...(session && { session }),
    ...(link && { link }),
  }).toString();
  return `/study/details/${study}/consent${params && `?${params}`}`;
}
