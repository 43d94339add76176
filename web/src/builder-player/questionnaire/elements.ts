import type { SurveyElement } from '../../../../contracts/timeline/timeline-questionnaire';
import { matrixRows, ratingChoices, answerChoiceOf } from './answers.rule';
import { checkboxes, dropdown, radio, radios } from './choices';
import { make, plain, words, type Draw } from './draw';

/*
 * Draws each kind of question with the browser's own controls, so that keyboard, screen readers and
 * magnification work as people expect.
 */

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
    // For a text that is not a number, the control returns an empty value. The answer then counts
    // as wrong, not as missing.
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
  // Shows the labels of both ends of the scale. A slider that the participant did not move has no
  // answer.
  const end = (value: unknown) => make('span', { 'aria-hidden': 'true' }, String(value));
  return make(
    'div',
    { class: 'q-range' },
    end(element.min ?? 0),
    input,
    end(element.max ?? 100),
    output,
  );
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
function matrix(draw: Draw, element: SurveyElement & { type: 'matrix' }): HTMLElement {
  const columns = element.columns.map(answerChoiceOf);
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

/** Whether a question is a group of several controls, and not a single control with a label. */
export const isGroup = ({ type }: SurveyElement): boolean =>
  type !== 'text' && type !== 'comment' && type !== 'dropdown';
