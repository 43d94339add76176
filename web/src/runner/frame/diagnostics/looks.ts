import type { PageAppearance } from '../../messages';
import { onShadowRoot, shadowRootOf, domTreesIn } from '../shadow-roots';

/** Elements that count as content, since a person can see or use them. */
const media =
  'img,picture,video,canvas,svg,iframe,object,embed,input,button,select,textarea,progress,meter,audio[controls]';
const unseen = /^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|TITLE)$/;
/** The highest number of elements that are checked for a colour. */
const mostColoured = 200;
const lookedMs = 1_000;
/** Presses without an effect are counted only up to this number. */
const mostIdle = 3;

const isHidden = (element: HTMLElement) => element.hidden || element.style.display === 'none';

/** Whether the tree has visible content; trees of web components inside it are searched, too. */
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
    const root = node instanceof Element ? shadowRootOf(node) : undefined;
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
 * Returns what the page shows: `content`; only a `colour`, such as a black screen; or `nothing`. A
 * page with a canvas counts as `content`, whatever the canvas shows.
 */
export function visibleContentKind(): PageAppearance['shown'] {
  const { body } = document;
  if (!body) return 'nothing';
  if (hasContent(body)) return 'content';
  const coloured = [
    ...[document.documentElement, body],
    ...[...domTreesIn(body)]
      .flatMap((tree) => [...tree.querySelectorAll('*')])
      .slice(0, mostColoured),
  ];
  return coloured.some(isColour) ? 'colour' : 'nothing';
}

/**
 * Whether the page has a canvas or a video. Their pictures change without a change of an element,
 * so an observer of elements does not notice it.
 */
function isDrawn(): boolean {
  for (const tree of domTreesIn(document)) if (tree.querySelector('canvas,video')) return true;
  return false;
}

/**
 * Reports how the page looks whenever that changes. After an error it also reports how often the
 * person pressed something and nothing on the page changed.
 * @returns a function to call at an error of the study's code
 */
export function reportPageAppearance(tell: (looks: PageAppearance) => void): () => void {
  let before = '';
  let idle = 0;
  const look = () => {
    const shown = visibleContentKind();
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
    // Typing and scrolling are effects, too, although no element of the page changes. They set the
    // number of presses without effect back to 0.
    for (const name of ['input', 'scroll']) addEventListener(name, goesOn, true);
    changes = new MutationObserver(goesOn);
    for (const tree of domTreesIn(document)) watch(tree);
  };
}
