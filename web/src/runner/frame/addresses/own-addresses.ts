import { onShadowRoot } from '../shadow-roots';
import type { StudyFolder } from './own-folder';

/*
 * Changes root-relative addresses that scripts use (`/images/a.png`) into addresses of the study's
 * files. The server has already changed the addresses that are written in the study's files
 * (server/study-files/addresses).
 */

type Prototype = object;
type Change = (value: string) => string;

/** Makes a property change the address that is assigned to it. */
function changeProperty(prototype: Prototype, name: string, change: Change): void {
  const real = Object.getOwnPropertyDescriptor(prototype, name);
  if (!real?.set || !real.configurable) return;
  Object.defineProperty(prototype, name, {
    ...real,
    set(this: unknown, value: unknown) {
      const isAddress = typeof value === 'string' || value instanceof URL;
      real.set?.call(this, isAddress ? change(String(value)) : value);
    },
  });
}

/** Makes a function change one of its arguments, if that argument is a text or an address. */
function changeArgument(on: Prototype, name: string, at: number, change: Change): void {
  const real = Reflect.get(on, name) as unknown;
  if (typeof real !== 'function') return;
  const changed = function (this: unknown, ...given: unknown[]): unknown {
    const value = given[at];
    if (typeof value === 'string' || value instanceof URL) given[at] = change(String(value));
    return Reflect.apply(real, this, given) as unknown;
  };
  Object.defineProperty(on, name, { value: changed, configurable: true, writable: true });
}

/** Makes a constructor change one of its arguments. */
function changeConstructor(name: string, at: number, change: Change): void {
  const real = Reflect.get(window, name) as unknown;
  if (typeof real !== 'function') return;
  const value = new Proxy(real, {
    construct(target, given: unknown[], as) {
      const one = given[at];
      if (typeof one === 'string' || one instanceof URL) given[at] = change(String(one));
      return Reflect.construct(target, given, as) as object;
    },
  });
  Object.defineProperty(window, name, { value, configurable: true, writable: true });
}

const properties: readonly (readonly [elements: string, names: readonly string[]])[] = [
  ['HTMLImageElement', ['src']],
  ['HTMLMediaElement', ['src']],
  ['HTMLSourceElement', ['src']],
  ['HTMLVideoElement', ['poster']],
  ['HTMLScriptElement', ['src']],
  ['HTMLLinkElement', ['href']],
  ['HTMLIFrameElement', ['src']],
  ['HTMLEmbedElement', ['src']],
  ['HTMLObjectElement', ['data']],
  ['HTMLTrackElement', ['src']],
  ['HTMLInputElement', ['src']],
  ['HTMLAnchorElement', ['href']],
  ['HTMLFormElement', ['action']],
  ['HTMLButtonElement', ['formAction']],
];
const prototypeOf = (name: string): Prototype | undefined =>
  (Reflect.get(window, name) as { prototype: Prototype } | undefined)?.prototype;

const isAddress = (element: Element, name: string): boolean =>
  /^(?:src|href|xlink:href|poster|action|formaction|background)$/i.test(name) ||
  (/^data$/i.test(name) && element.tagName === 'OBJECT');

/**
 * Makes `setAttribute` and similar functions change the values of attributes that contain
 * addresses.
 */
function changeAttributes(
  prototype: Prototype,
  method: string,
  written: Change,
  style: Change,
): void {
  const own = Object.getOwnPropertyDescriptor(prototype, method)?.value as unknown;
  if (typeof own !== 'function') return;
  const at = method === 'setAttributeNS' ? 1 : 0;
  const value = function (this: Element, ...given: unknown[]): void {
    const name = String(given[at]);
    if (isAddress(this, name)) given[at + 1] = written(String(given[at + 1]));
    else if (/^style$/i.test(name)) given[at + 1] = style(String(given[at + 1]));
    Reflect.apply(own, this, given);
  };
  Object.defineProperty(prototype, method, { value, configurable: true, writable: true });
}

const srcset = (value: string, written: Change): string =>
  value.replace(/(^|,\s*)([^\s,]+)/g, (_, before: string, one: string) => before + written(one));

/**
 * Corrects the addresses of the study's files in requests by `fetch` and similar functions.
 * Requests that send data need no correction: our code answers them without the network.
 */
function changeRequests(resolved: Change): void {
  const fetch = window.fetch.bind(window);
  window.fetch = (input, init) => {
    if (!(input instanceof Request)) return fetch(resolved(String(input)), init);
    const url = resolved(input.url);
    return fetch(url === input.url ? input : new Request(url, input), init);
  };
  changeArgument(XMLHttpRequest.prototype, 'open', 1, resolved);
  changeArgument(navigator, 'sendBeacon', 0, resolved);
  for (const name of ['EventSource', 'Worker', 'SharedWorker', 'Audio'])
    changeConstructor(name, 0, resolved);
}

/** Changes the addresses in markup that scripts put into the page. */
function changeMarkup(markup: Change): void {
  changeProperty(Element.prototype, 'innerHTML', markup);
  changeProperty(Element.prototype, 'outerHTML', markup);
  changeProperty(ShadowRoot.prototype, 'innerHTML', markup);
  changeArgument(Element.prototype, 'insertAdjacentHTML', 1, markup);
  changeArgument(Range.prototype, 'createContextualFragment', 0, markup);
  changeArgument(document, 'write', 0, markup);
  changeArgument(document, 'writeln', 0, markup);
}

/**
 * No setter is called when a script changes a single style property. An observer therefore rewrites
 * the style attribute after each change, and the browser loads the file again from the right
 * address.
 */
function watchStyles(style: Change): void {
  const styles = new MutationObserver((changes) => {
    for (const { target } of changes) {
      const text = (target as Element).getAttribute('style') ?? '';
      if (!text.includes('url(')) continue;
      const changed = style(text);
      if (changed !== text) (target as Element).setAttribute('style', changed);
    }
  });
  const watch = (tree: Node) => styles.observe(tree, { subtree: true, attributeFilter: ['style'] });
  watch(document);
  onShadowRoot(watch);
}

/**
 * Corrects a form's address when the form is submitted, before other listeners read the address.
 */
function changeForms(written: Change): void {
  const submitted = ({ target }: Event) => {
    if (!(target instanceof HTMLFormElement)) return;
    const action = target.getAttribute('action');
    if (action !== null) target.setAttribute('action', written(action));
  };
  addEventListener('submit', submitted, true);
  onShadowRoot((root) => root.addEventListener('submit', submitted, true));
}

/**
 * Installs all changes of this file in a page of the study. It is called before the page's own scripts,
 * and after the code that answers the page's requests.
 */
export function resolveStudyAddresses(folder: StudyFolder): void {
  const resolved: Change = (address) => folder.resolved(address, document.baseURI);
  const written: Change = (address) => folder.written(address, document.baseURI);
  const style: Change = (text) => folder.style(text, document.baseURI);
  changeRequests(resolved);
  for (const [elements, names] of properties) {
    const prototype = prototypeOf(elements);
    if (!prototype) continue;
    for (const name of names) changeProperty(prototype, name, written);
    changeAttributes(prototype, 'setAttribute', written, style);
  }
  for (const elements of ['HTMLImageElement', 'HTMLSourceElement'])
    changeProperty(prototypeOf(elements) ?? {}, 'srcset', (value) => srcset(value, written));
  for (const method of ['setAttribute', 'setAttributeNS'])
    changeAttributes(Element.prototype, method, written, style);
  changeForms(written);
  changeMarkup((html) => folder.markup(html, document.baseURI));
  changeProperty(CSSStyleDeclaration.prototype, 'cssText', style);
  changeArgument(CSSStyleDeclaration.prototype, 'setProperty', 1, style);
  changeArgument(CSSStyleSheet.prototype, 'insertRule', 0, style);
  changeConstructor('FontFace', 1, style);
  watchStyles(style);
}
