import type { Looks } from '../../messages';

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

function hasText(body: HTMLElement): boolean {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, {
    acceptNode: (node) =>
      node instanceof HTMLElement && (unseen.test(node.tagName) || isHidden(node))
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
  });
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) return true;
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
  if (body.querySelector(media) !== null || hasText(body)) return 'content';
  const coloured = [
    document.documentElement,
    ...[...document.querySelectorAll('body, body *')].slice(0, mostColoured),
  ];
  return coloured.some(isColour) ? 'colour' : 'nothing';
}

/**
 * Tells how the page looks, whenever that changes, and after an error how often the person pressed something
 * without any change of the page.
 * @returns to be called at an error of the study's code
 */
export function tellLooks(tell: (looks: Looks) => void): () => void {
  let before = '';
  let idle = 0;
  let isWatched = false;
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
  return () => {
    // What draws changes no element: nothing is known of it.
    if (isWatched || document.querySelector('canvas,video')) return;
    isWatched = true;
    const pressed = ({ isTrusted }: Event) => {
      if (isTrusted && idle < mostIdle) idle++;
    };
    for (const name of ['pointerdown', 'keydown']) addEventListener(name, pressed, true);
    new MutationObserver(() => (idle = 0)).observe(document, {
      ...{ subtree: true, childList: true, attributes: true, characterData: true },
    });
  };
}
