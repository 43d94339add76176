/**
 * Makes jsdom compute the style of an element faster. A query by role asks for the style of each
 * element and of all elements around it. jsdom alone tries each rule of the browser's style sheet
 * on each element, and computes all colours, although such a query reads only `display` and
 * `visibility`. web/src/test/jsdom-answers.spec.ts checks that the answers stay the same.
 * @typedef {{ _ownerDocument: Document, localName: string, namespaceURI: string | null, style: Style }} Element
 * @typedef {{ _styleCache?: WeakMap<Element, Style> | null, styleSheets: { _list: Sheet[] } }} Document
 * @typedef {object} Style
 * @property {number} length
 * @property {string} cssText
 * @property {(property: string) => string} getPropertyValue
 * @property {(property: string) => string} getPropertyPriority
 * @property {(property: string) => void} removeProperty
 * @property {(property: string, value: string, priority: string) => void} setProperty
 * @typedef {Style & Record<number, string>} Properties
 * @typedef {{ selectorText: string, style: Properties, media?: ArrayLike<string>, cssRules?: Rule[] }} Rule
 * @typedef {{ cssRules: Rule[] }} Sheet
 * @typedef {(element: Element, selector: string) => boolean} Matches
 * @typedef {{ getDeclarationForElement: (element: Element) => Style }} StyleRules
 * @typedef {{ getResolvedValue: (element: Element, property: string) => string }} Resolved
 */
const { implForWrapper, part } = require('./quick-jsdom.cjs');

const { matchesDontThrow } = /** @type {{ matchesDontThrow: Matches }} */ (
  part('helpers/selectors.js')
);
const styleRules = /** @type {StyleRules & Resolved} */ (part('helpers/style-rules.js'));
/** @param {string} name @returns {unknown} */
const ofJsdom = (name) =>
  require(require.resolve(name, { paths: [require.resolve('jsdom/package.json')] }));
const cssom = /** @type {{ parse: (text: string) => Sheet }} */ (ofJsdom('rrweb-cssom'));
const { CSSStyleDeclaration } = /** @type {{ CSSStyleDeclaration: new () => Style }} */ (
  ofJsdom('cssstyle')
);

const HTML = 'http://www.w3.org/1999/xhtml';

/** Selector: one selector of a rule of the browser's style sheet. `isName`: only an element's name. */
/** @typedef {{ text: string, rule: number, isName: boolean }} Selector */
/** The rules of the browser's style sheet, in their order. @type {Rule[]} */
const rules = [];
/** The selectors that can match elements of each name. @type {Map<string, Selector[]>} */
const selectorsByName = new Map();
/** The selectors that name no element, such as `[hidden]`. @type {Selector[]} */
const selectorsOfAll = [];

/** @param {Selector} selector */
function addSelector(selector) {
  const [last = ''] = selector.text.split(/[\s>+~]+/).slice(-1);
  const name = /^[a-z]\w*/i.exec(last)?.[0].toLowerCase();
  if (!name) selectorsOfAll.push(selector);
  else selectorsByName.set(name, [...(selectorsByName.get(name) ?? []), selector]);
}

/** Reads the browser's style sheet, once for a worker. */
function readBrowserSheet() {
  const text = /** @type {string} */ (part('../browser/default-stylesheet.js'));
  for (const rule of cssom.parse(text).cssRules) {
    if (rule.media) throw new Error('The style sheet of jsdom has rules for media');
    const number = rules.push(rule) - 1;
    for (const selector of rule.selectorText.split(',').map((one) => one.trim()))
      addSelector({ text: selector, rule: number, isName: /^[a-z]\w*$/i.test(selector) });
  }
}
readBrowserSheet();

/**
 * Returns the numbers of the browser's rules that match an element, in their order.
 * @param {Element} element
 */
function browserRulesOf(element) {
  /** @type {Set<number>} */
  const found = new Set();
  const isHtml = element.namespaceURI === HTML;
  for (const { text, rule, isName } of selectorsByName.get(element.localName.toLowerCase()) ?? [])
    if (!found.has(rule) && ((isHtml && isName) || matchesDontThrow(element, text)))
      found.add(rule);
  for (const { text, rule } of selectorsOfAll)
    if (!found.has(rule) && matchesDontThrow(element, text)) found.add(rule);
  return [...found].sort((a, b) => a - b);
}

/**
 * Adds properties to a style, as jsdom does.
 * @param {Style} declaration @param {Properties} style
 */
function addProperties(declaration, style) {
  for (let i = 0; i < style.length; i++) {
    const property = /** @type {string} */ (style[i]);
    const value = style.getPropertyValue(property);
    if (value === 'unset') declaration.removeProperty(property);
    else declaration.setProperty(property, value, style.getPropertyPriority(property));
  }
}

/**
 * The styles of elements to which only rules of the browser's style sheet apply. The key consists
 * of the numbers of these rules.
 * @type {Map<string, Style>}
 */
const browserStyles = new Map();

/** @param {Element} element @returns {Style} */
function declarationOf(element) {
  const own = browserRulesOf(element);
  /** @type {Rule[]} */
  const others = [];
  for (const sheet of element._ownerDocument.styleSheets._list)
    for (const rule of sheet.cssRules) {
      const inside =
        rule.media && Array.from(rule.media).includes('screen') ? (rule.cssRules ?? []) : [];
      for (const one of rule.media ? inside : [rule])
        if (matchesDontThrow(element, one.selectorText)) others.push(one);
    }
  const style = /** @type {Properties} */ (element.style);
  const isPlain = others.length === 0 && style.length === 0;
  const key = own.join();
  const known = isPlain ? browserStyles.get(key) : undefined;
  if (known) return known;
  const declaration = new CSSStyleDeclaration();
  for (const rule of own) addProperties(declaration, /** @type {Rule} */ (rules[rule]).style);
  for (const rule of others) addProperties(declaration, rule.style);
  addProperties(declaration, style);
  if (isPlain) browserStyles.set(key, declaration);
  return declaration;
}

styleRules.getDeclarationForElement = (element) => {
  const styles = (element._ownerDocument._styleCache ??= new WeakMap());
  const known = styles.get(element);
  if (known) return known;
  const declaration = declarationOf(element);
  styles.set(element, declaration);
  return declaration;
};

/**
 * The properties that `lazyStyle` computes without computing the whole style. The value is the name
 * under which jsdom resolves the property; undefined if its declaration is enough.
 */
const alone = new Map([
  ['display', undefined],
  ['visibility', 'visibility'],
  ['pointerEvents', 'pointer-events'],
]);

/**
 * @typedef {(element: object, pseudo?: string | null) => object} ComputedStyle
 * @param {{ document: object, getComputedStyle: ComputedStyle }} window
 */
module.exports.rememberStyles = (window) => {
  const { getComputedStyle } = window;
  const document = /** @type {Document} */ (implForWrapper(window.document));
  /**
   * The remembered styles of each element. The key is an object that jsdom replaces whenever the
   * document changes, so that outdated styles are forgotten.
   * @type {WeakMap<object, WeakMap<object, object>>}
   */
  const known = new WeakMap();

  /**
   * Makes a style that computes nothing in advance. If a query reads a property in `alone`, the
   * style computes only this property. If it reads any other property, jsdom computes all of them.
   * @param {object} element @param {Element} node jsdom's implementation of it
   */
  function lazyStyle(element, node) {
    /** @type {Map<unknown, string>} */
    const answers = new Map();
    /** @type {object | undefined} */
    let whole;
    const computed = () => (whole ??= getComputedStyle(element));
    return new Proxy(new CSSStyleDeclaration(), {
      get(_, name) {
        if (!whole && typeof name === 'string' && alone.has(name)) {
          const before = answers.get(name);
          if (before !== undefined) return before;
          const resolved = alone.get(name);
          const value = resolved
            ? styleRules.getResolvedValue(node, resolved)
            : styleRules.getDeclarationForElement(node).getPropertyValue(name);
          answers.set(name, value);
          return value;
        }
        const value = /** @type {unknown} */ (Reflect.get(computed(), name, computed()));
        if (typeof value !== 'function') return value;
        return /** @type {unknown} */ (value.bind(computed()));
      },
      set: (_, name, value) => Reflect.set(computed(), name, value, computed()),
      has: (_, name) => Reflect.has(computed(), name),
      ownKeys: () => Reflect.ownKeys(computed()),
      getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(computed(), name),
    });
  }

  window.getComputedStyle = (element, pseudo) => {
    const node = /** @type {Element | null} */ (implForWrapper(element));
    if (pseudo || node?._ownerDocument !== document) return getComputedStyle(element, pseudo);
    const before = document._styleCache && known.get(document._styleCache)?.get(element);
    if (before) return before;
    document._styleCache ??= new WeakMap();
    const style = lazyStyle(element, node);
    const styles = known.get(document._styleCache) ?? new WeakMap();
    known.set(document._styleCache, styles.set(element, style));
    return style;
  };
};
