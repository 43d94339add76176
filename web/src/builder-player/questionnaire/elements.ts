import type { SurveyElement } from '../../../../contracts/timeline/timeline-questionnaire';
import { matrixRows, ratingChoices, answerChoiceOf } from './answers.rule';
import { renderCheckboxes, renderDropdown, renderRadioButton, renderRadioButtons } from './choices';
import { makeElement, textOfHtml, makeHtmlElement, type QuestionRenderContext } from './draw';

/*
 * Draws each kind of question with the browser's own controls, so that keyboard, screen readers and
 * magnification work as people expect.
 */

function text(
  draw: QuestionRenderContext,
  element: SurveyElement & { type: 'text' | 'comment' },
): HTMLElement {
  const id = `${draw.id}-${element.name}`;
  const { placeholder } = element;
  const isNumber =
    element.type === 'text' && (element.inputType === 'number' || element.inputType === 'range');
  const input =
    element.type === 'comment'
      ? makeElement('textarea', { id, rows: element.rows ?? 4, placeholder })
      : makeElement('input', {
          id,
          type: element.inputType ?? 'text',
          placeholder,
          min: element.min,
          max: element.max,
          step: isNumber ? (element.step ?? 'any') : element.step,
        });
  const before = draw.answers[element.name];
  if (typeof before === 'string' || typeof before === 'number') input.value = String(before);
  const output = makeElement('output', { for: id });
  const isRange = element.type === 'text' && element.inputType === 'range';
  input.oninput = () => {
    const { value } = input;
    // If the typed text is not a number, the control returns an empty value. Such an answer counts
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
  const end = (value: unknown) => makeElement('span', { 'aria-hidden': 'true' }, String(value));
  return makeElement(
    'div',
    { class: 'q-range' },
    end(element.min ?? 0),
    input,
    end(element.max ?? 100),
    output,
  );
}

function rating(
  draw: QuestionRenderContext,
  element: SurveyElement & { type: 'rating' },
): HTMLElement {
  const choices = ratingChoices(element);
  const { minRateDescription: least, maxRateDescription: most } = element;
  const box = makeElement('div', { class: 'q-scale' });
  if (least !== undefined)
    box.append(makeHtmlElement('span', least, { class: 'q-end', 'aria-hidden': 'true' }));
  for (const [i, choice] of choices.entries()) {
    const end = i === 0 ? least : i === choices.length - 1 ? most : undefined;
    const said = end === undefined ? undefined : `${choice.text}, ${textOfHtml(end)}`;
    const one = renderRadioButton(draw, element.name, choice, i, said);
    box.append(makeElement('label', { for: one.id }, one.input, one.label));
  }
  if (most !== undefined)
    box.append(makeHtmlElement('span', most, { class: 'q-end', 'aria-hidden': 'true' }));
  return box;
}
function matrix(
  draw: QuestionRenderContext,
  element: SurveyElement & { type: 'matrix' },
): HTMLElement {
  const columns = element.columns.map(answerChoiceOf);
  const rows = draw.ordered(element.name, matrixRows(element), element.rowsOrder);
  const head = makeElement('tr', {}, makeElement('td'));
  head.append(
    ...columns.map(({ text }) =>
      makeElement('th', { scope: 'col' }, makeHtmlElement('span', text)),
    ),
  );
  const body = makeElement('tbody');
  for (const row of rows) {
    const line = makeElement(
      'tr',
      {},
      makeElement('th', { scope: 'row' }, makeHtmlElement('span', row.text)),
    );
    for (const [i, column] of columns.entries()) {
      const said = `${textOfHtml(row.text)}: ${textOfHtml(column.text)}`;
      const one = renderRadioButton(draw, row.name, column, i, said);
      const seen = makeHtmlElement('span', column.text, {
        class: 'q-narrow',
        'aria-hidden': 'true',
      });
      line.append(makeElement('td', {}, makeElement('label', { for: one.id }, one.input, seen)));
    }
    body.append(line);
  }
  return makeElement('table', { class: 'q-matrix' }, makeElement('thead', {}, head), body);
}

function yesOrNo(
  draw: QuestionRenderContext,
  element: SurveyElement & { type: 'boolean' },
): HTMLElement {
  const box = makeElement('div', { class: 'q-choices' });
  const choices = [
    { value: true, text: element.labelTrue ?? draw.texts.yes },
    { value: false, text: element.labelFalse ?? draw.texts.no },
  ];
  for (const [i, choice] of choices.entries()) {
    const one = renderRadioButton(draw, element.name, choice, i);
    box.append(makeElement('label', { for: one.id }, one.input, one.label));
  }
  return box;
}

export function controlsOfQuestion(
  draw: QuestionRenderContext,
  element: SurveyElement,
): HTMLElement {
  switch (element.type) {
    case 'text':
    case 'comment':
      return text(draw, element);
    case 'radiogroup':
      return renderRadioButtons(draw, element);
    case 'checkbox':
      return renderCheckboxes(draw, element);
    case 'dropdown':
      return renderDropdown(draw, element);
    case 'rating':
      return rating(draw, element);
    case 'matrix':
      return matrix(draw, element);
    case 'boolean':
      return yesOrNo(draw, element);
    case 'html':
      return makeHtmlElement('div', element.html);
    default: {
      const { type, name } = element as { type: string; name: string };
      throw new Error(`The question "${name}" is of an unknown kind: ${type}.`);
    }
  }
}

/**
 * Whether a question consists of several controls, which are put into a group, and not of a single
 * control with a label.
 */
export const isControlGroup = ({ type }: SurveyElement): boolean =>
  type !== 'text' && type !== 'comment' && type !== 'dropdown';
