import { storedAnswerNames } from '../../../../contracts/timeline/timeline-answers.rule';
import type {
  Survey,
  SurveyElement,
  SurveyPage,
} from '../../../../contracts/timeline/timeline-questionnaire';
import { fillPlaceholders, type QuestionnaireTexts } from '../texts';
import { answerFaultOf, visibilityRuleHolds } from './answers.rule';
import { makeElement, makeHtmlElement, type QuestionRenderContext } from './draw';
import { controlsOfQuestion, isControlGroup } from './elements';

interface Question {
  element: SurveyElement;
  box: HTMLElement;
  fault: HTMLElement;
}

const shuffled = <T>(list: readonly T[]): T[] => {
  const left = [...list];
  return list.map(() => left.splice(Math.floor(Math.random() * left.length), 1)[0] as T);
};
const textOf = (value: unknown) =>
  String(typeof value === 'object' && value !== null && 'text' in value ? value.text : value);

/**
 * A questionnaire inside an element of the page: it shows one page of questions after the other.
 */
export class QuestionnaireForm {
  readonly answers: Record<string, unknown> = {};
  readonly pageTimes: number[] = [];
  private readonly orders = new Map<string, unknown[]>();
  /** The numbers of the pages that were shown before the present page. */
  private readonly way: number[] = [];
  private page = 0;
  private questions: Question[] = [];
  private since = performance.now();
  private finished: () => void = () => undefined;

  constructor(
    private readonly place: HTMLElement,
    private readonly survey: Survey,
    private readonly texts: QuestionnaireTexts,
  ) {}

  /** Shows the first page; resolves when the last page is finished. */
  fill(): Promise<void> {
    return new Promise((resolve) => {
      this.finished = resolve;
      this.show(this.nextFrom(0) ?? 0, false);
    });
  }

  /**
   * Returns the participant's answers by the names of all questions; null for a question that was
   * not answered or not shown.
   */
  data(): Record<string, unknown> {
    const names = this.survey.pages.flatMap(({ elements }) => elements.flatMap(storedAnswerNames));
    return Object.fromEntries(names.map((name) => [name, this.answers[name] ?? null]));
  }

  private nextFrom(page: number): number | undefined {
    for (let i = page; i < this.survey.pages.length; i++) {
      const one = this.survey.pages[i];
      if (one && visibilityRuleHolds(one.visibleIf, this.answers)) return i;
    }
    return undefined;
  }

  private readonly ordered: QuestionRenderContext['ordered'] = (key, list, order) => {
    if (order === 'asc' || order === 'desc') {
      const up = [...list].sort((a, b) => textOf(a).localeCompare(textOf(b)));
      return order === 'asc' ? up : up.reverse();
    }
    if (order !== 'random') return [...list];
    const known = this.orders.get(key) ?? shuffled(list);
    this.orders.set(key, known);
    return known as typeof list extends readonly (infer T)[] ? T[] : never;
  };

  private show(index: number, withFocus: boolean): void {
    this.page = index;
    this.since = performance.now();
    const page = this.survey.pages[index] ?? { elements: [] };
    const draw: QuestionRenderContext = {
      texts: this.texts,
      id: 'q',
      answers: this.answers,
      changed: () => this.changed(),
      ordered: this.ordered,
    };
    const elements = this.ordered(`page ${index}`, page.elements, page.questionsOrder);
    this.questions = elements.map((element, i) => this.question(draw, element, i));
    const form = makeElement('form', { class: 'commonlab-questionnaire', novalidate: true });
    const head = this.head(page, index);
    form.append(...head, ...this.questions.map(({ box }) => box), this.buttons());
    form.onsubmit = (event) => {
      event.preventDefault();
      this.next();
    };
    this.place.replaceChildren(form);
    this.changed();
    window.scrollTo(0, 0);
    if (withFocus) head[0]?.focus();
  }

  private head(page: SurveyPage, index: number): HTMLElement[] {
    const { pages, title, description } = this.survey;
    const named = [
      ...(title !== undefined
        ? [makeHtmlElement('div', title, { role: 'heading', 'aria-level': '1' })]
        : []),
      ...(description !== undefined && index === 0 ? [makeHtmlElement('p', description)] : []),
      ...(page.title !== undefined
        ? [makeHtmlElement('div', page.title, { role: 'heading', 'aria-level': '2' })]
        : []),
      ...(page.description !== undefined ? [makeHtmlElement('p', page.description)] : []),
    ];
    const where =
      pages.length > 1
        ? [
            makeElement(
              'p',
              { class: 'q-where' },
              fillPlaceholders(this.texts.page, { number: index + 1, of: pages.length }),
            ),
          ]
        : [];
    const all = [...where, ...named];
    if (all[0]) all[0].tabIndex = -1;
    return all;
  }

  private question(draw: QuestionRenderContext, element: SurveyElement, i: number): Question {
    const id = `q-box-${i}`;
    const fault = makeElement('p', { class: 'q-fault', id: `${id}-fault` });
    const controls = controlsOfQuestion(draw, element);
    if (element.type === 'html') return { element, box: controls, fault };
    const isNeeded =
      element.isRequired === true ||
      (element.type === 'matrix' && element.isAllRowRequired === true);
    const title = makeHtmlElement('span', element.title ?? element.name);
    if (this.survey.showQuestionNumbers === 'on') title.prepend(`${i + 1}. `);
    const needed = isNeeded
      ? [makeElement('span', { class: 'q-needed', title: this.texts.required }, ' *')]
      : [];
    const more =
      element.description === undefined
        ? []
        : [makeHtmlElement('p', element.description, { class: 'q-more', id: `${id}-more` })];
    const describedBy = [...(more.length > 0 ? [`${id}-more`] : []), `${id}-fault`].join(' ');
    const named = { 'data-question': true, 'data-name': element.name };
    if (isControlGroup(element)) {
      const box = makeElement('fieldset', { ...named, 'aria-describedby': describedBy });
      box.append(makeElement('legend', {}, title, ...needed), ...more, controls, fault);
      return { element, box, fault };
    }
    const box = makeElement('div', { ...named, class: 'q-question' });
    const control = controls.matches('input, textarea, select')
      ? controls
      : controls.querySelector('input, textarea, select');
    control?.setAttribute('aria-describedby', describedBy);
    if (isNeeded) control?.setAttribute('aria-required', 'true');
    box.append(
      makeElement('label', { for: control?.id }, title, ...needed),
      ...more,
      controls,
      fault,
    );
    return { element, box, fault };
  }

  private buttons(): HTMLElement {
    const box = makeElement('div', { class: 'q-buttons' });
    if (this.way.length > 0 && this.survey.showPrevButton !== false) {
      const back = makeElement('button', { type: 'button', class: 'jspsych-btn' });
      back.textContent = this.survey.pagePrevText ?? this.texts.back;
      back.onclick = () => this.leave(() => this.show(this.way.pop() ?? 0, true));
      box.append(back);
    }
    box.append(makeElement('button', { type: 'submit', class: 'jspsych-btn' }));
    return box;
  }

  /** Shows and hides questions according to the answers; a hidden question loses its answer. */
  private changed(): void {
    for (const { element, box } of this.questions) {
      const isShown = visibilityRuleHolds(element.visibleIf, this.answers);
      if (isShown && box.hidden) this.redraw(element, box);
      box.hidden = !isShown;
      if (!isShown) for (const name of storedAnswerNames(element)) delete this.answers[name];
    }
    const submit = this.place.querySelector('button[type=submit]');
    const { pageNextText, completeText } = this.survey;
    if (submit)
      submit.textContent =
        this.nextFrom(this.page + 1) === undefined
          ? (completeText ?? this.texts.done)
          : (pageNextText ?? this.texts.next);
  }

  /** Clears the controls of a question that is shown again: hiding it has deleted its answer. */
  private redraw(element: SurveyElement, box: HTMLElement): void {
    for (const input of box.querySelectorAll('input, textarea, select'))
      if (input instanceof HTMLInputElement && /^(radio|checkbox)$/.test(input.type))
        input.checked = false;
      else (input as HTMLInputElement).value = '';
    for (const name of storedAnswerNames(element)) delete this.answers[name];
  }

  private leave(then: () => void): void {
    this.pageTimes.push(Math.round(performance.now() - this.since));
    then();
  }

  private next(): void {
    let first: HTMLElement | undefined;
    for (const { element, box, fault } of this.questions) {
      const wrong = box.hidden ? null : answerFaultOf(element, this.answers);
      fault.textContent = wrong
        ? fillPlaceholders(this.texts[wrong.text], { value: wrong.value ?? '' })
        : '';
      for (const input of box.querySelectorAll('input, textarea, select'))
        if (wrong) input.setAttribute('aria-invalid', 'true');
        else input.removeAttribute('aria-invalid');
      if (wrong) first ??= box;
    }
    if (first) return first.querySelector<HTMLElement>('input, textarea, select')?.focus();
    this.leave(() => {
      const next = this.nextFrom(this.page + 1);
      this.dropUnasked();
      if (next === undefined) return this.finished();
      this.way.push(this.page);
      this.show(next, true);
    });
  }

  /** Deletes the answers to all questions that another answer has hidden. */
  private dropUnasked(): void {
    for (const { elements, visibleIf } of this.survey.pages)
      for (const element of elements)
        if (
          !visibilityRuleHolds(visibleIf, this.answers) ||
          !visibilityRuleHolds(element.visibleIf, this.answers)
        )
          for (const name of storedAnswerNames(element)) delete this.answers[name];
  }
}
