/**
 * The parts of a page that can take over the focus when the focused element is removed: landmarks,
 * dialogs, and parts with a heading.
 */
const regions =
  'main, article, section, aside, form, fieldset, li, tr, [role="dialog"], [role="tabpanel"], [role="toolbar"]';
/** Parts that usually have no heading: the focus moves to their first control. */
const rows = 'form, li, tr, [role="toolbar"]';
const headings = 'h1, h2, h3, h4, legend';
const controls = 'input, textarea, select, button, a[href]';
/** How long to wait for a dialog to return the focus itself, in milliseconds. */
const settleMs = 60;
const remembered = 6;

interface Place {
  element: HTMLElement;
  /**
   * The regions that contain the element, the innermost first. When the element is removed, some of
   * them may still exist.
   */
  around: Element[];
}

const canTakeFocus = (element: HTMLElement) =>
  element.isConnected &&
  !element.matches(':disabled, [inert], [inert] *, [hidden], [hidden] *') &&
  // The element must be visible; jsdom, which renders nothing, lacks this method.
  (typeof element.checkVisibility !== 'function' || element.checkVisibility());
/** A button with `data-loading` is disabled until its request is answered. */
const isBusy = (element: HTMLElement) => element.isConnected && element.matches('[data-loading]');

function headingOf(region: Element): HTMLElement | null {
  const labelled = region.getAttribute('aria-labelledby')?.split(' ')[0];
  const named = labelled ? document.getElementById(labelled) : null;
  // The tab of a panel does not count as its heading, since it stands above everything that the panel shows.
  const heading =
    (named?.matches('[role="tab"]') ? null : named) ?? region.querySelector<HTMLElement>(headings);
  return heading && canTakeFocus(heading) ? heading : null;
}

const firstOf = (region: Element): HTMLElement | null =>
  region.matches(rows)
    ? ([...region.querySelectorAll<HTMLElement>(controls)].find(canTakeFocus) ?? null)
    : null;

/**
 * Returns where the focus moves: to the heading of the innermost part that still exists, or to the
 * first control of a row, form or toolbar without a heading. The heading of the whole page is not
 * used here, since it is far from the person's work.
 */
function successorOf({ around }: Place): HTMLElement | null {
  for (const region of around)
    if (region.isConnected && !region.matches('main')) {
      const next = headingOf(region) ?? firstOf(region);
      if (next) return next;
    }
  return null;
}

/**
 * Keeps the keyboard's focus on every page (docs/decisions/web-app.md). When the focused element is
 * removed or disabled, the focus moves to the element that had it before (as when a dialog is
 * closed), otherwise to the heading of the innermost part of the page that still exists. So a
 * screen reader announces what happened, and the Tab key continues from there.
 * @returns a function that stops this
 */
export function restoreLostFocus(root: Document = document): () => void {
  let places: Place[] = [];
  /**
   * Whether the person has clicked a place without a control. In that case, no element should get
   * the focus.
   */
  let released = false;
  let pressing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const noteFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === root.body) return;
    released = false;
    const around: Element[] = [];
    for (let at = target.closest(regions); at; at = at.parentElement?.closest(regions) ?? null)
      around.push(at);
    places = [
      { element: target, around },
      ...places.filter(({ element }) => element !== target),
    ].slice(0, remembered);
  };
  const noteBlur = ({ target, relatedTarget }: FocusEvent) => {
    if (pressing && relatedTarget === null && target instanceof HTMLElement && canTakeFocus(target))
      released = true;
  };
  const press = () => {
    pressing = true;
    setTimeout(() => (pressing = false));
  };
  const look = () => {
    timer = undefined;
    const nowhere = root.activeElement === null || root.activeElement === root.body;
    if (!nowhere || released || places.length === 0) return;
    const [last] = places;
    if (last && isBusy(last.element)) return;
    const main = root.querySelector('main');
    for (const place of places) {
      // The main element gets the focus only from the skip link, so the focus does not return to
      // it.
      const isThing = !place.element.matches('main') && canTakeFocus(place.element);
      const next = isThing ? place.element : successorOf(place);
      if (next) return moveTo(next);
    }
    // There is no heading while one page replaces another. The next change of the document tries
    // again.
    const heading = main && headingOf(main);
    if (heading) moveTo(heading);
  };
  const lookSoon = () => (timer ??= setTimeout(look, settleMs));

  const watching = new MutationObserver(lookSoon);
  watching.observe(root.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'inert'],
  });
  root.addEventListener('focusin', noteFocus);
  root.addEventListener('focusout', noteBlur);
  root.addEventListener('pointerdown', press, true);
  return () => {
    watching.disconnect();
    clearTimeout(timer);
    root.removeEventListener('focusin', noteFocus);
    root.removeEventListener('focusout', noteBlur);
    root.removeEventListener('pointerdown', press, true);
  };
}

function moveTo(element: HTMLElement): void {
  // A heading can be focused by a script, but not by Tab.
  if (element.matches(headings) && !element.hasAttribute('tabindex'))
    element.setAttribute('tabindex', '-1');
  element.focus();
}
