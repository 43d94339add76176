/*
 * Web components have trees of their own, which no search of the page enters, no observer of it sees, and out
 * of which events such as `submit` do not come.
 */

const roots = new WeakMap<Element, ShadowRoot>();
const listeners: ((root: ShadowRoot) => void)[] = [];

/** Of each root that scripts attach from now on, closed ones among them, while it is empty. */
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

/** Hears `submit` events in each tree, in that of a web component after the study's own listeners there. */
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

/** The link that was clicked: in the page, or in a web component, of which others see but its outside. */
export const linkOf = (event: Event, links: string): Element | undefined =>
  event.composedPath().find((one): one is Element => one instanceof Element && one.matches(links));

/** The tree of a web component: open, or attached by a script. */
export const rootOf = (element: Element): ShadowRoot | undefined =>
  element.shadowRoot ?? roots.get(element);

/** The tree itself, and those of the web components in it. */
export function* treesIn(tree: ParentNode): Generator<ParentNode> {
  yield tree;
  for (const element of tree.querySelectorAll('*')) {
    const root = rootOf(element);
    if (root) yield* treesIn(root);
  }
}
