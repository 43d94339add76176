import { makeSeatsDrawing } from './seats';
import { t } from '../texts';

type Child = Node | string;

/** Makes an element with children; strings become text nodes. */
export function makeElement<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<Omit<HTMLElementTagNameMap[K], 'style'>> & { className?: string } = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

const root = () => document.getElementById('root') ?? document.body;

let later: ReturnType<typeof setTimeout> | undefined;

/** Paths of SVG drawings of 24 × 24 units, one for each kind of page. */
const drawings = {
  study: 'M7 4v16l13-8z',
  on_its_way: 'M12 19V7m-5 5 5-5 5 5M5 3h14',
  elsewhere: 'M8 8h12v12H8zM16 8V4H4v12h4',
  again: 'M20 11a8 8 0 1 0-2 6m2-11v5h-5',
  attention: 'M12 8v5m0 3.5v.01M12 3 2.5 20h19z',
};
export type PanelDrawing = keyof typeof drawings | 'done';

function drawn(name: keyof typeof drawings): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', drawings[name]);
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.append(path);
  return svg;
}

/**
 * Shows a panel that says that something is loading, but only after 150 ms. If the server answers
 * sooner, another page is shown and the panel does not appear.
 */
export function showPanelLater(drawing: PanelDrawing, title: string): void {
  clearTimeout(later);
  later = setTimeout(() => showPanel(drawing, title), 150);
}

/** Shows a quiet page with one thing to do; its heading takes the focus. */
export function showPanel(
  drawing: PanelDrawing,
  title: string,
  ...children: readonly Child[]
): void {
  clearTimeout(later);
  const heading = makeElement('h1', { tabIndex: -1 }, title);
  // The page at the end of a study shows the drawing of seats, all others a small symbol.
  const badge =
    drawing === 'done'
      ? makeSeatsDrawing('taken')
      : makeElement('div', { className: 'badge' }, drawn(drawing));
  badge.dataset.drawing = drawing;
  root().replaceChildren(
    makeElement('header', {}, makeElement('img', { src: '/favicon.svg', alt: '' }), 'Commonlab'),
    makeElement('main', { className: 'panel' }, badge, heading, ...children),
  );
  document.title = `${title} · Commonlab`;
  heading.focus();
}

/** Replaces the present page by the given one, and cancels a panel that was about to appear. */
export function showPage(page: HTMLElement): void {
  clearTimeout(later);
  root().replaceChildren(page);
}

/** The view of a study that is being shown. */
export interface StudyView {
  /** Shows whether the study's data is saved; to be called whenever that changes. */
  mark(text: string, tone: NoticeTone): void;
  /** Removes the text that says that the study is opening, since the study has drawn something. */
  opened(): void;
  /** Shows a button beside the study that leads to the end of the run; null removes the button. */
  offer(way: HTMLElement | null): void;
}

/** After this many milliseconds, a waiting person needs a sign of progress. */
const slowAfterMs = 5_000;

/**
 * Shows the study over the whole page, with a small sign for the state of its data. Behind the
 * transparent frame stands the text that says that the study is opening. It can be read until the
 * study draws something.
 */
export function showStudy(frame: HTMLIFrameElement): StudyView {
  clearTimeout(later);
  const mark = makeElement('p', { className: 'mark' });
  mark.setAttribute('role', 'status');
  const line = makeElement('p', {}, t('runner:opening'));
  const opening = makeElement('div', { className: 'opening' }, makeSeatsDrawing('taken'), line);
  opening.setAttribute('role', 'status');
  const offered = makeElement('div', {});
  const page = makeElement('main', { className: 'study' }, opening, frame, mark, offered);
  page.dataset.opening = '';
  root().replaceChildren(page);
  const slow = setTimeout(() => (line.textContent = t('runner:opening_slow')), slowAfterMs);
  return {
    mark(text, tone) {
      if (mark.textContent !== text) mark.textContent = text;
      mark.dataset.tone = tone;
    },
    opened() {
      clearTimeout(slow);
      delete page.dataset.opening;
      opening.remove();
    },
    offer: (way) => offered.replaceChildren(...(way ? [way] : [])),
  };
}
export type NoticeTone = 'quiet' | 'warning';

export const paragraph = (text: string) => makeElement('p', {}, text);
export const makeList = (items: readonly string[]) =>
  makeElement('ul', {}, ...items.map((item) => makeElement('li', {}, item)));
export const button = (text: string, onclick: () => void, isPrimary = true) =>
  makeElement(
    'button',
    { type: 'button', className: isPrimary ? 'primary' : 'quiet', onclick },
    text,
  );
export const link = (text: string, href: string, isPrimary = false) =>
  makeElement('a', { href, className: isPrimary ? 'primary' : '' }, text);
/** Makes a line with the buttons and links below a page's text. */
export const actionLine = (...children: readonly Child[]) =>
  makeElement('p', { className: 'actions' }, ...children);
