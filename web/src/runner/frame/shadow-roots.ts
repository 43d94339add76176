/*
 * Web components have trees of their own: a search of the page does not enter them, an observer of the page
 * does not see them, and events such as `submit` do not leave them.
 */

const roots = new WeakMap<Element, ShadowRoot>();
const listeners: ((root: ShadowRoot) => void)[] = [];

/**
 * Calls back for each shadow root that scripts attach from now on, including closed ones, while it is
 * empty.
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

/** Listens to `submit` events in each tree; in a web component's tree after the study's own listeners. */
export function onSubmit(heard: (event: SubmitEvent) => void): void {
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

/** The clicked link, in the page or inside a web component, which other listeners see only from outside. */
export const linkOf = (event: Event, links: string): Element | undefined =>
  event.composedPath().find((one): one is Element => one instanceof Element && one.matches(links));

/** The tree of a web component, if it is open or was attached by a script. */
export const rootOf = (element: Element): ShadowRoot | undefined =>
  element.shadowRoot ?? roots.get(element);

/** The tree itself, and the trees of the web components in it. */
export function* treesIn(tree: ParentNode): Generator<ParentNode> {
  yield tree;
  for (const element of tree.querySelectorAll('*')) {
    const root = rootOf(element);
    if (root) yield* treesIn(root);
  }
}
