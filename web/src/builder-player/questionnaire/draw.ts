import type { QuestionnaireTexts } from '../texts';

export interface Draw {
  texts: QuestionnaireTexts;
  /** Of the whole questionnaire: ids are made of it. */
  id: string;
  answers: Record<string, unknown>;
  /** After each change of an answer. */
  changed: () => void;
  /** Of what is shown in random order, the order stays while one goes back and forth. */
  ordered: <T>(key: string, list: readonly T[], order: string | undefined) => T[];
}

type Props = Record<string, string | boolean | number | undefined>;
export function make<K extends keyof HTMLElementTagNameMap>(
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
/** The researcher's own words, which may have markup, as those of all plugins of jsPsych. */
export const words = (tag: 'span' | 'div' | 'p', html: string, props: Props = {}) => {
  const element = make(tag, props);
  element.innerHTML = html;
  return element;
};

/** Words without their markup. */
export const plain = (html: string): string => words('span', html).textContent;
