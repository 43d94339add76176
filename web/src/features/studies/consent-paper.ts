import type { Study } from '../../../../contracts/studies';
import { operator } from '../../lib/operator';

/** What a printed consent form says above its text. */
export function paperOf({
  title,
  researcher,
  passed_to,
}: Pick<Study, 'title' | 'researcher' | 'passed_to'>) {
  // Whom to ask: the present owner, where the study has passed to another one.
  const { _id, first_name, last_name, organization } = passed_to ?? researcher;
  return {
    study: title,
    researcher: [`${first_name} ${last_name}`, organization].filter(Boolean).join(', '),
    page: new URL(`/researchers/${_id}`, location.origin).href,
    /** Of those who run this site; null where it is not set. */
    questions: operator().contact.participants,
  };
}
