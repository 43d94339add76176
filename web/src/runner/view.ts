type Child = Node | string;

/** An element with its children, as text wherever they are text. */
export function element<K extends keyof HTMLElementTagNameMap>(
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

/** Shown unless something else is within 150 ms: a quick answer has no page before it. */
export function showPanelLater(title: string): void {
  clearTimeout(later);
  later = setTimeout(() => showPanel(title), 150);
}

/** A quiet page with one thing to do; its heading has the focus. */
export function showPanel(title: string, ...children: readonly Child[]): void {
  clearTimeout(later);
  const heading = element('h1', { tabIndex: -1 }, title);
  root().replaceChildren(element('main', { className: 'panel' }, heading, ...children));
  heading.focus();
}

/** The study over the full page, with a small mark that says how its data are. */
export function showStudy(frame: HTMLIFrameElement): (text: string, tone: Tone) => void {
  clearTimeout(later);
  const mark = element('p', { className: 'mark' });
  mark.setAttribute('role', 'status');
  root().replaceChildren(element('main', { className: 'study' }, frame, mark));
  return (text, tone) => {
    if (mark.textContent !== text) mark.textContent = text;
    mark.dataset.tone = tone;
  };
}
export type Tone = 'quiet' | 'warning';

export const paragraph = (text: string) => element('p', {}, text);
export const list = (items: readonly string[]) =>
  element('ul', {}, ...items.map((item) => element('li', {}, item)));
export const button = (text: string, onclick: () => void, isPrimary = true) =>
  element('button', { type: 'button', className: isPrimary ? 'primary' : 'quiet', onclick }, text);
export const link = (text: string, href: string, isPrimary = false) =>
  element('a', { href, className: isPrimary ? 'primary' : '' }, text);
