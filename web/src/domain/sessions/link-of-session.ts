import type { Session } from '../../../../contracts/enrolment/sessions';

/**
 * Returns the link to a session. For a private session it contains a key, without which the server
 * answers that the session does not exist.
 */
export function linkOfSession({
  study_id,
  _id,
  link_key,
}: Pick<Session, 'study_id' | '_id' | 'link_key'>): string {
  const to = new URL(`/study/details/${study_id}`, location.origin);
  to.searchParams.set('session', _id);
  if (link_key !== null) to.searchParams.set('link', link_key);
  return to.href;
}
