/** The elements in which the focus may continue when the focused element is gone: a landmark, a dialog, a part with a heading. */
const regions =
  'main, article, section, aside, form, fieldset, li, tr, [role="dialog"], [role="tabpanel"], [role="toolbar"]';
/** Parts that usually have no heading: the focus moves to their first control. */
const rows = 'form, li, tr, [role="toolbar"]';
const headings = 'h1, h2, h3, h4, legend';
const controls = 'input, textarea, select, button, a[href]';
/** Longer than the time that a dialog takes to return the focus itself. */
const settleMs = 60;
const remembered = 6;

interface Place {
  element: HTMLElement;
  /** The parts of the page around the element, the innermost first: they may stay when the element is gone. */
  around: Element[];
}

const canTakeFocus = (element: HTMLElement) =>
  element.isConnected &&
  !element.matches(':disabled, [inert], [inert] *, [hidden], [hidden] *') &&
  // The element must be drawn; jsdom, which draws nothing, lacks this method.
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
 * The next place for the focus: the heading of the innermost part that still exists, or the first control of
 * a row, form or toolbar without a heading. The page as a whole comes last, after all earlier places: its
 * heading is far from the person's work.
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
 * The rule for the keyboard's focus on every page (docs/decisions/web-app.md): when the focused element is removed or disabled, the focus
 * moves to the element that had it before (as when a dialog is closed), or else to the heading of the innermost part of the page that
 * still exists. So a screen reader announces what happened to the pressed element, and Tab continues from there.
 * @returns a function that ends this
 */
export function keepFocus(root: Document = document): () => void {
  let places: Place[] = [];
  /** The person clicked where nothing can be focused, so they wanted no focus. */
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
      // The main part as a whole, to which the skip link leads, is not an element to which the focus returns.
      const isThing = !place.element.matches('main') && canTakeFocus(place.element);
      const next = isThing ? place.element : successorOf(place);
      if (next) return moveTo(next);
    }
    // Between two pages there is no heading yet; the next change of the document tries again.
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
