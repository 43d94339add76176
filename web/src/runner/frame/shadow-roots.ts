/*
 * Each web component has a DOM tree of its own. A search of the page does not enter these trees, an
 * observer of the page does not see them, and events such as `submit` do not leave them.
 */

const roots = new WeakMap<Element, ShadowRoot>();
const listeners: ((root: ShadowRoot) => void)[] = [];

/**
 * Calls back for each shadow root that scripts attach from now on, also for closed ones, before the
 * root has content.
 */
export function onShadowRoot(heard: (root: ShadowRoot) => void): void {
  if (listeners.push(heard) > 1) return;
  const real = Object.getOwnPropertyDescriptor(Element.prototype, 'attachShadow');
  const attach = real?.value as Element['attachShadow'] | undefined;
  if (!attach) return;
  const value = function (this: Element, init: ShadowRootInit): ShadowRoot {
    const root = attach.call(this, init);
    roots.set(this, root);
    for (const one of listeners) one(root);
    return root;
  };
  Object.defineProperty(Element.prototype, 'attachShadow', { ...real, value });
}

/**
 * Listens to `submit` events in the page and in each web component; in a web component, after the
 * study's own listeners.
 */
export function onSubmitInAnyTree(heard: (event: SubmitEvent) => void): void {
  addEventListener('submit', heard);
  onShadowRoot((root) => {
    const last = (event: Event) => heard(event as SubmitEvent);
    const comes = () => {
      root.removeEventListener('submit', last);
      root.addEventListener('submit', last);
    };
    root.addEventListener('submit', comes, true);
  });
}

/**
 * Returns the link that was clicked, in the page or inside a web component. After a click inside a
 * web component, `event.target` is only the component.
 */
export const clickedLinkOf = (event: Event, links: string): Element | undefined =>
  event.composedPath().find((one): one is Element => one instanceof Element && one.matches(links));

/** Returns the DOM tree of a web component; for a closed one, only if a script has attached it. */
export const shadowRootOf = (element: Element): ShadowRoot | undefined =>
  element.shadowRoot ?? roots.get(element);

/** Yields the tree itself, and the trees of all web components in it. */
export function* domTreesIn(tree: ParentNode): Generator<ParentNode> {
  yield tree;
  for (const element of tree.querySelectorAll('*')) {
    const root = shadowRootOf(element);
    if (root) yield* domTreesIn(root);
  }
}
