import type { Looks } from '../../messages';
import { onShadowRoot, rootOf, treesIn } from '../shadow-roots';

/** Each of them is something to see, or to act on. */
const media =
  'img,picture,video,canvas,svg,iframe,object,embed,input,button,select,textarea,progress,meter,audio[controls]';
const unseen = /^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|TITLE)$/;
/** Elements whose colours are looked at. */
const mostColoured = 200;
const lookedMs = 1_000;
/** Presses that change nothing, of which more say nothing more. */
const mostIdle = 3;

const isHidden = (element: HTMLElement) => element.hidden || element.style.display === 'none';

/** Also in the trees of web components. */
function hasContent(tree: HTMLElement | ShadowRoot): boolean {
  if (tree.querySelector(media) !== null) return true;
  const walker = document.createTreeWalker(tree, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, {
    acceptNode: (node) =>
      node instanceof HTMLElement && (unseen.test(node.tagName) || isHidden(node))
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
  });
  for (let node: Node | null = tree; node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) return true;
    const root = node instanceof Element ? rootOf(node) : undefined;
    if (root && hasContent(root)) return true;
  }
  return false;
}

const isColour = (element: Element): boolean => {
  const { backgroundColor, backgroundImage } = getComputedStyle(element);
  return (
    (backgroundImage !== '' && backgroundImage !== 'none') ||
    !/^(|transparent|rgba\(.*, 0\)|rgb\(255, 255, 255\))$/.test(backgroundColor)
  );
};

/**
 * What of the study is to be seen: `content`; nothing but a `colour`, as a black screen is; or `nothing`. A
 * page that draws on a canvas has content, whatever is drawn.
 */
export function shownNow(): Looks['shown'] {
  const { body } = document;
  if (!body) return 'nothing';
  if (hasContent(body)) return 'content';
  const coloured = [
    ...[document.documentElement, body],
    ...[...treesIn(body)].flatMap((tree) => [...tree.querySelectorAll('*')]).slice(0, mostColoured),
  ];
  return coloured.some(isColour) ? 'colour' : 'nothing';
}

/** What draws changes no element: nothing is known of it. */
function isDrawn(): boolean {
  for (const tree of treesIn(document)) if (tree.querySelector('canvas,video')) return true;
  return false;
}

/**
 * Tells how the page looks, whenever that changes, and after an error how often the person pressed something
 * without any change of the page.
 * @returns to be called at an error of the study's code
 */
export function tellLooks(tell: (looks: Looks) => void): () => void {
  let before = '';
  let idle = 0;
  const look = () => {
    const shown = shownNow();
    const complete = document.readyState === 'complete';
    const key = `${shown} ${complete} ${idle}`;
    if (key === before) return;
    before = key;
    tell({ shown, complete, idle });
  };
  look();
  document.addEventListener('DOMContentLoaded', look);
  addEventListener('load', look);
  setInterval(look, lookedMs);
  let changes: MutationObserver | undefined;
  const watch = (tree: Node) =>
    changes?.observe(tree, {
      ...{ subtree: true, childList: true, attributes: true, characterData: true },
    });
  onShadowRoot(watch);
  return () => {
    if (changes) return;
    const pressed = ({ isTrusted }: Event) => {
      if (isTrusted && idle < mostIdle && !isDrawn()) idle++;
    };
    const goesOn = () => void (idle = 0);
    for (const name of ['pointerdown', 'keydown']) addEventListener(name, pressed, true);
    // What is typed, and what is scrolled, changes no element.
    for (const name of ['input', 'scroll']) addEventListener(name, goesOn, true);
    changes = new MutationObserver(goesOn);
    for (const tree of treesIn(document)) watch(tree);
  };
}
