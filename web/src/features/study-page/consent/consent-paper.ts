import type { Study } from '../../../../../contracts/studies/studies';
import { siteOperator } from '../../../lib/operator';
import { fullName } from '../../../../../contracts/base/full-name.rule';

export function printedConsentHeading({
  title,
  researcher,
  passed_to,
}: Pick<Study, 'title' | 'researcher' | 'passed_to'>) {
  // If the study was passed to another person, that person is the contact.
  const { _id, organization, ...names } = passed_to ?? researcher;
  return {
    study: title,
    researcher: [fullName(names), organization].filter(Boolean).join(', '),
    page: new URL(`/researchers/${_id}`, location.origin).href,
    /** The contact of this site's operator; null if none is set. */
    questions: siteOperator().contact.participants,
  };
}
