import type { SurveyElement } from '../../../../contracts/timeline/timeline-questionnaire';
import {
  noneChoiceValue,
  otherChoiceValue,
  answerChoiceOf,
  type AnswerChoice,
} from './answers.rule';
import { makeElement, makeHtmlElement, type QuestionRenderContext } from './draw';

/* Draws questions with choices, and the text field of the choice "other". */

export function renderRadioButton(
  draw: QuestionRenderContext,
  name: string,
  { value, text }: AnswerChoice,
  i: number,
  label?: string,
) {
  const id = `${draw.id}-${name}-${i}`;
  const input = makeElement('input', {
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
  return { input, label: makeHtmlElement('span', text), id };
}

/** Makes the text field of the choice "other"; deletes its text if the choice is not selected. */
function otherWords(draw: QuestionRenderContext, name: string, isOpen: boolean): HTMLElement[] {
  const key = `${name}_comment`;
  if (!isOpen) {
    delete draw.answers[key];
    return [];
  }
  const input = makeElement('input', { type: 'text', 'aria-label': draw.texts.other_words });
  input.value = typeof draw.answers[key] === 'string' ? draw.answers[key] : '';
  input.oninput = () => {
    draw.answers[key] = input.value;
    draw.changed();
  };
  return [input];
}

type Choosing = SurveyElement & { type: 'radiogroup' | 'checkbox' | 'dropdown' };
function choicesOf(draw: QuestionRenderContext, element: Choosing): AnswerChoice[] {
  const { texts } = draw;
  return [
    ...draw.ordered(element.name, element.choices.map(answerChoiceOf), element.choicesOrder),
    ...(element.hasNone ? [{ value: noneChoiceValue, text: element.noneText ?? texts.none }] : []),
    ...(element.hasOther
      ? [{ value: otherChoiceValue, text: element.otherText ?? texts.other }]
      : []),
  ];
}

export function renderRadioButtons(draw: QuestionRenderContext, element: Choosing): HTMLElement {
  const box = makeElement('div', { class: 'q-choices' });
  const more = makeElement('div');
  const showMore = () => {
    if (!element.hasOther) return;
    more.replaceChildren(
      ...otherWords(draw, element.name, draw.answers[element.name] === otherChoiceValue),
    );
  };
  for (const [i, choice] of choicesOf(draw, element).entries()) {
    const one = renderRadioButton(draw, element.name, choice, i);
    one.input.addEventListener('change', showMore);
    box.append(makeElement('label', { for: one.id }, one.input, one.label));
  }
  showMore();
  box.append(more);
  return box;
}

export function renderCheckboxes(draw: QuestionRenderContext, element: Choosing): HTMLElement {
  const box = makeElement('div', { class: 'q-choices' });
  const more = makeElement('div');
  const inputs: { value: AnswerChoice['value']; input: HTMLInputElement }[] = [];
  const chosen = () => inputs.filter(({ input }) => input.checked).map(({ value }) => value);
  const before = draw.answers[element.name];
  const take = (changed?: AnswerChoice['value']) => {
    // "None of these" deselects all other choices, and any other choice deselects it.
    for (const { value, input } of inputs)
      if (element.hasNone && changed !== undefined && changed !== value)
        if (value === noneChoiceValue || changed === noneChoiceValue) input.checked = false;
    const values = chosen();
    if (values.length > 0) draw.answers[element.name] = values;
    else delete draw.answers[element.name];
    if (element.hasOther)
      more.replaceChildren(...otherWords(draw, element.name, values.includes(otherChoiceValue)));
  };
  for (const [i, { value, text }] of choicesOf(draw, element).entries()) {
    const id = `${draw.id}-${element.name}-${i}`;
    const input = makeElement('input', {
      type: 'checkbox',
      id,
      'data-value': JSON.stringify(value),
    });
    input.checked = Array.isArray(before) && before.includes(value);
    input.onchange = () => {
      take(value);
      draw.changed();
    };
    inputs.push({ value, input });
    box.append(makeElement('label', { for: id }, input, makeHtmlElement('span', text)));
  }
  take();
  box.append(more);
  return box;
}

export function renderDropdown(
  draw: QuestionRenderContext,
  element: SurveyElement & { type: 'dropdown' },
): HTMLElement {
  const choices = choicesOf(draw, element);
  const select = makeElement('select', { id: `${draw.id}-${element.name}` });
  select.append(
    makeElement('option', { value: '' }, element.placeholder ?? draw.texts.choose),
    ...choices.map(({ value, text }, i) =>
      makeElement('option', { value: i, 'data-value': JSON.stringify(value) }, text),
    ),
  );
  const at = choices.findIndex(({ value }) => value === draw.answers[element.name]);
  select.value = at < 0 ? '' : String(at);
  const more = makeElement('div');
  const showMore = () => {
    if (!element.hasOther) return;
    more.replaceChildren(
      ...otherWords(draw, element.name, draw.answers[element.name] === otherChoiceValue),
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
  return makeElement('div', {}, select, more);
}
