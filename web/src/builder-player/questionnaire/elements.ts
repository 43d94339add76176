import type { SurveyElement } from '../../../../contracts/timeline-questionnaire';
import type { QuestionnaireTexts } from '../texts';
import {
  matrixRows,
  noneValue,
  otherValue,
  ratingChoices,
  shown,
  type Shown,
} from './answers.rule';

/*
 * How each kind of question is drawn: by the browser's own controls, so that keyboard, screen readers
 * and magnification work as people know them.
 */

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

function radio(draw: Draw, name: string, { value, text }: Shown, i: number, label?: string) {
  const id = `${draw.id}-${name}-${i}`;
  const input = make('input', {
    type: 'radio',
    id,
    name: `${draw.id}-${name}`,
    'aria-label': label,
    'data-name': name,
    'data-value': JSON.stringify(value),
  });
  input.checked = draw.answers[name] === value;
  input.onchange = () => {
    draw.answers[name] = value;
    draw.changed();
  };
  return { input, label: words('span', text), id };
}

/** The field for words of one's own beside an answer; it is there while that is chosen. */
function otherWords(draw: Draw, name: string, isOpen: boolean): HTMLElement[] {
  const key = `${name}_comment`;
  if (!isOpen) {
    delete draw.answers[key];
    return [];
  }
  const input = make('input', { type: 'text', 'aria-label': draw.texts.other_words });
  input.value = typeof draw.answers[key] === 'string' ? draw.answers[key] : '';
  input.oninput = () => {
    draw.answers[key] = input.value;
    draw.changed();
  };
  return [input];
}

type Choosing = SurveyElement & { type: 'radiogroup' | 'checkbox' | 'dropdown' };
function choicesOf(draw: Draw, element: Choosing): Shown[] {
  const { texts } = draw;
  return [
    ...draw.ordered(element.name, element.choices.map(shown), element.choicesOrder),
    ...(element.hasNone ? [{ value: noneValue, text: element.noneText ?? texts.none }] : []),
    ...(element.hasOther ? [{ value: otherValue, text: element.otherText ?? texts.other }] : []),
  ];
}

function radios(draw: Draw, element: Choosing): HTMLElement {
  const box = make('div', { class: 'q-choices' });
  const more = make('div');
  const showMore = () => {
    if (!element.hasOther) return;
    more.replaceChildren(
      ...otherWords(draw, element.name, draw.answers[element.name] === otherValue),
    );
  };
  for (const [i, choice] of choicesOf(draw, element).entries()) {
    const one = radio(draw, element.name, choice, i);
    one.input.addEventListener('change', showMore);
    box.append(make('label', { for: one.id }, one.input, one.label));
  }
  showMore();
  box.append(more);
  return box;
}

function checkboxes(draw: Draw, element: Choosing): HTMLElement {
  const box = make('div', { class: 'q-choices' });
  const more = make('div');
  const inputs: { value: Shown['value']; input: HTMLInputElement }[] = [];
  const chosen = () => inputs.filter(({ input }) => input.checked).map(({ value }) => value);
  const before = draw.answers[element.name];
  const take = (changed?: Shown['value']) => {
    // None of these excludes all others.
    for (const { value, input } of inputs)
      if (element.hasNone && changed !== undefined && changed !== value)
        if (value === noneValue || changed === noneValue) input.checked = false;
    const values = chosen();
    if (values.length > 0) draw.answers[element.name] = values;
    else delete draw.answers[element.name];
    if (element.hasOther)
      more.replaceChildren(...otherWords(draw, element.name, values.includes(otherValue)));
  };
  for (const [i, { value, text }] of choicesOf(draw, element).entries()) {
    const id = `${draw.id}-${element.name}-${i}`;
    const input = make('input', { type: 'checkbox', id, 'data-value': JSON.stringify(value) });
    input.checked = Array.isArray(before) && before.includes(value);
    input.onchange = () => {
      take(value);
      draw.changed();
    };
    inputs.push({ value, input });
    box.append(make('label', { for: id }, input, words('span', text)));
  }
  take();
  box.append(more);
  return box;
}

function dropdown(draw: Draw, element: SurveyElement & { type: 'dropdown' }): HTMLElement {
  const choices = choicesOf(draw, element);
  const select = make('select', { id: `${draw.id}-${element.name}` });
  select.append(
    make('option', { value: '' }, element.placeholder ?? draw.texts.choose),
    ...choices.map(({ value, text }, i) =>
      make('option', { value: i, 'data-value': JSON.stringify(value) }, text),
    ),
  );
  const at = choices.findIndex(({ value }) => value === draw.answers[element.name]);
  select.value = at < 0 ? '' : String(at);
  const more = make('div');
  const showMore = () => {
    if (!element.hasOther) return;
    more.replaceChildren(
      ...otherWords(draw, element.name, draw.answers[element.name] === otherValue),
    );
  };
  select.onchange = () => {
    const choice = select.value === '' ? undefined : choices[Number(select.value)];
    if (choice) draw.answers[element.name] = choice.value;
    else delete draw.answers[element.name];
    showMore();
    draw.changed();
  };
  showMore();
  return make('div', {}, select, more);
}

function text(draw: Draw, element: SurveyElement & { type: 'text' | 'comment' }): HTMLElement {
  const id = `${draw.id}-${element.name}`;
  const { placeholder } = element;
  const isNumber =
    element.type === 'text' && (element.inputType === 'number' || element.inputType === 'range');
  const input =
    element.type === 'comment'
      ? make('textarea', { id, rows: element.rows ?? 4, placeholder })
      : make('input', {
          id,
          type: element.inputType ?? 'text',
          placeholder,
          min: element.min,
          max: element.max,
          step: isNumber ? (element.step ?? 'any') : element.step,
        });
  const before = draw.answers[element.name];
  if (typeof before === 'string' || typeof before === 'number') input.value = String(before);
  const output = make('output', { for: id });
  const isRange = element.type === 'text' && element.inputType === 'range';
  input.oninput = () => {
    const { value } = input;
    // What is no number is empty to the script: it is wrong, not left out.
    if (value === '') {
      if (input instanceof HTMLInputElement && input.validity.badInput)
        draw.answers[element.name] = NaN;
      else delete draw.answers[element.name];
    } else draw.answers[element.name] = isNumber ? Number(value) : value;
    output.textContent = value;
    draw.changed();
  };
  if (!isRange) return input;
  output.textContent = before === undefined ? '' : String(input.value);
  return make('div', { class: 'q-range' }, input, output);
}

function rating(draw: Draw, element: SurveyElement & { type: 'rating' }): HTMLElement {
  const choices = ratingChoices(element);
  const { minRateDescription: least, maxRateDescription: most } = element;
  const box = make('div', { class: 'q-scale' });
  if (least !== undefined)
    box.append(words('span', least, { class: 'q-end', 'aria-hidden': 'true' }));
  for (const [i, choice] of choices.entries()) {
    const end = i === 0 ? least : i === choices.length - 1 ? most : undefined;
    const said = end === undefined ? undefined : `${choice.text}, ${plain(end)}`;
    const one = radio(draw, element.name, choice, i, said);
    box.append(make('label', { for: one.id }, one.input, one.label));
  }
  if (most !== undefined)
    box.append(words('span', most, { class: 'q-end', 'aria-hidden': 'true' }));
  return box;
}
/** Words without their markup. */
export const plain = (html: string): string => words('span', html).textContent;

function matrix(draw: Draw, element: SurveyElement & { type: 'matrix' }): HTMLElement {
  const columns = element.columns.map(shown);
  const rows = draw.ordered(element.name, matrixRows(element), element.rowsOrder);
  const head = make('tr', {}, make('td'));
  head.append(...columns.map(({ text }) => make('th', { scope: 'col' }, words('span', text))));
  const body = make('tbody');
  for (const row of rows) {
    const line = make('tr', {}, make('th', { scope: 'row' }, words('span', row.text)));
    for (const [i, column] of columns.entries()) {
      const said = `${plain(row.text)}: ${plain(column.text)}`;
      const one = radio(draw, row.name, column, i, said);
      const seen = words('span', column.text, { class: 'q-narrow', 'aria-hidden': 'true' });
      line.append(make('td', {}, make('label', { for: one.id }, one.input, seen)));
    }
    body.append(line);
  }
  return make('table', { class: 'q-matrix' }, make('thead', {}, head), body);
}

function yesOrNo(draw: Draw, element: SurveyElement & { type: 'boolean' }): HTMLElement {
  const box = make('div', { class: 'q-choices' });
  const choices = [
    { value: true, text: element.labelTrue ?? draw.texts.yes },
    { value: false, text: element.labelFalse ?? draw.texts.no },
  ];
  for (const [i, choice] of choices.entries()) {
    const one = radio(draw, element.name, choice, i);
    box.append(make('label', { for: one.id }, one.input, one.label));
  }
  return box;
}

/** The controls of a question. */
export function controlsOf(draw: Draw, element: SurveyElement): HTMLElement {
  switch (element.type) {
    case 'text':
    case 'comment':
      return text(draw, element);
    case 'radiogroup':
      return radios(draw, element);
    case 'checkbox':
      return checkboxes(draw, element);
    case 'dropdown':
      return dropdown(draw, element);
    case 'rating':
      return rating(draw, element);
    case 'matrix':
      return matrix(draw, element);
    case 'boolean':
      return yesOrNo(draw, element);
    case 'html':
      return words('div', element.html);
    default: {
      const { type, name } = element as { type: string; name: string };
      throw new Error(`The question "${name}" is of an unknown kind: ${type}.`);
    }
  }
}

/** Whether a question is one control with a label, or several in a group. */
export const isGroup = ({ type }: SurveyElement): boolean =>
  type !== 'text' && type !== 'comment' && type !== 'dropdown';
