import type { Operator } from '../../../contracts/operator/operator';
import { config } from './http/config';

const nothing: Operator = {
  name: null,
  url: null,
  contact: { participants: null, researchers: null, others: null },
  links: {
    donation: null,
    community: null,
    forum: null,
    crash_course: null,
    study_grammar: null,
    study_guides: null,
    faq_researchers: null,
    faq_participants: null,
  },
  social: [],
  pages: { privacy: null, terms: null, mission: null, people: null },
};
let read: { text: string; facts: Operator } | undefined;

/**
 * Returns who runs this installation, as the server wrote it into the page. Values that are not set
 * are null.
 */
export function siteOperator(): Operator {
  const text = config.operator;
  if (read?.text !== text)
    read = {
      text,
      facts: text === '' ? nothing : { ...nothing, ...(JSON.parse(text) as Operator) },
    };
  return read.facts;
}

/** Whether the operator has set a contact. */
export const hasOperatorContact = () => {
  const { contact, links } = siteOperator();
  return links.forum !== null || Object.values(contact).some((address) => address !== null);
};
