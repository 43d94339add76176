import type { QuestionnaireTexts } from '../texts';

export interface QuestionRenderContext {
  texts: QuestionnaireTexts;
  /** The id of the questionnaire; the ids of its fields begin with it. */
  id: string;
  answers: Record<string, unknown>;
  /** Called after each change to an answer. */
  changed: () => void;
  /** Shuffles a list once; the list keeps that order when the participant goes back and forth. */
  ordered: <T>(key: string, list: readonly T[], order: string | undefined) => T[];
}

type Props = Record<string, string | boolean | number | undefined>;
export function makeElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props))
    if (value === true) element.setAttribute(name, '');
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}
/**
 * Makes an element with a text that the researcher wrote. The text may contain HTML, like the texts
 * of jsPsych's plugins.
 */
export const makeHtmlElement = (tag: 'span' | 'div' | 'p', html: string, props: Props = {}) => {
  const element = makeElement(tag, props);
  element.innerHTML = html;
  return element;
};

export const textOfHtml = (html: string): string => makeHtmlElement('span', html).textContent;
