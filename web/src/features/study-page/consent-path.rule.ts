/**
 * The page of a study's consent form: of one session, where a link or a button names it, and with the
 * key of a private link.
 */
export function consentPath(study: string, session: string | null, link?: string): string {
  const params = new URLSearchParams({
    ...(session && { session }),
    ...(link && { link }),
  }).toString();
  return `/study/details/${study}/consent${params && `?${params}`}`;
}
