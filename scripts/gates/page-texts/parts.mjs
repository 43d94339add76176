import ts from 'typescript';
import { withoutCasts } from '../sql-types/nodes.mjs';

/**
 * What a piece of code may render.
 * - `texts`: the text namespaces that the code needs.
 * - `names`: the names of other declarations that the code uses.
 * - `fetched`: the exports that the code loads on demand (`*`: the complete module).
 * - `brought`: the namespaces that the code loads together with the exports in `fetched`.
 * - `unknown`: the calls whose namespaces are not literals.
 * @typedef {object} Shown
 * @property {Set<string>} texts
 * @property {Set<string>} names
 * @property {{ specifier: string, names: string[] }[]} fetched
 * @property {Set<string>} brought
 * @property {ts.Node[]} unknown
 */

/**
 * The hook of react-i18next by which a component names the text namespaces that it needs. React
 * shows a page only when all of these namespaces are loaded.
 */
const HOOK = 'useTranslation';
/** The default namespace of i18next, as web/src/i18n.ts sets it. */
const DEFAULT = 'common';

/**
 * Collects the texts and other parts that a declaration may show when it is rendered.
 * @param {ts.Node} declaration
 * @param {{ held: boolean, isHolder: (name: string) => boolean }} given `held`: whether to include
 *   the parts that are rendered only within `Suspense`, which shows a placeholder until their texts
 *   are loaded. `isHolder`: whether the function with this name renders its parameter within
 *   `Suspense`
 * @returns {Shown}
 */
export function collectShownContent(declaration, { held, isHolder }) {
  /** @type {Shown} */
  const shown = {
    texts: new Set(),
    names: new Set(),
    fetched: [],
    brought: new Set(),
    unknown: [],
  };

  /**
   * Adds the text namespaces that a call names. If they are not literals, records the call as
   * unknown.
   * @param {ts.Expression | undefined} argument @param {Set<string>} into @param {ts.Node} call
   */
  const take = (argument, into, call) => {
    const found = argument ? namespacesOf(argument) : [DEFAULT];
    if (!found) shown.unknown.push(call);
    for (const one of found ?? []) into.add(one);
  };

  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
      return;
    if (!held && ts.isJsxElement(node) && isSuspense(node))
      return visit(node.openingElement.attributes);
    if (ts.isCallExpression(node)) {
      const called = calledName(node);
      if (called === HOOK) take(node.arguments[0], shown.texts, node);
      if (called === 'loadNamespaces') take(node.arguments[0], shown.brought, node);
      if (node.expression.kind === ts.SyntaxKind.ImportKeyword) return fetched(node);
      if (!held && called && isHolder(called)) return visit(node.expression);
    }
    if (ts.isIdentifier(node) && !isLabel(node)) shown.names.add(node.text);
    ts.forEachChild(node, visit);
  };

  /** @param {ts.CallExpression} call */
  const fetched = (call) => {
    const [specifier] = call.arguments;
    if (!specifier || !ts.isStringLiteralLike(specifier)) return;
    shown.fetched.push({ specifier: specifier.text, names: namesTakenFrom(call) ?? ['*'] });
  };

  visit(declaration);
  return shown;
}

/** @param {ts.JsxElement} element */
const isSuspense = (element) => element.openingElement.tagName.getText() === 'Suspense';

/** @param {ts.CallExpression} call */
function calledName({ expression }) {
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  return ts.isIdentifier(name) ? name.text : undefined;
}

/**
 * Matches the methods by which code loads a lazy part (web/src/ui/on-demand.tsx) without rendering
 * it.
 */
const FETCHING = /^(fetch|settled)$/;

/**
 * Whether an identifier renders nothing at this place. The name of a property or an attribute
 * renders nothing. A part that the code only loads, such as `Part` in `Part.fetch`, renders nothing
 * either.
 * @param {ts.Identifier} node
 */
function isLabel(node) {
  const { parent } = node;
  return (
    (ts.isPropertyAccessExpression(parent) && FETCHING.test(parent.name.text)) ||
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    (ts.isJsxAttribute(parent) && parent.name === node) ||
    (ts.isBindingElement(parent) && parent.propertyName === node)
  );
}

/**
 * Returns the namespaces that an argument names, as a literal or as a list of literals.
 * @param {ts.Expression} argument @returns {string[] | undefined} undefined: not literals
 */
export function namespacesOf(argument) {
  const node = withoutCasts(argument);
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (!ts.isArrayLiteralExpression(node)) return undefined;
  const all = node.elements.map((one) => namespacesOf(one));
  return all.includes(undefined) ? undefined : all.flatMap((one) => one ?? []);
}

/**
 * Returns the names of the exports that code takes from a module that it loads on demand: `(await
 * import('./a')).A`, `import('./a').then((m) => m.A)`, `const { A } = await import('./a')`, and the
 * same forms with `Promise.all`.
 * @param {ts.CallExpression} call
 * @returns {string[] | undefined} undefined where they cannot be determined
 */
function namesTakenFrom(call) {
  /** @type {ts.Node} */
  let node = call;
  while (ts.isAwaitExpression(node.parent) || ts.isParenthesizedExpression(node.parent))
    node = node.parent;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) {
    if (parent.name.text !== 'then') return [parent.name.text];
    const [then] = ts.isCallExpression(parent.parent) ? parent.parent.arguments : [];
    return then && ts.isArrowFunction(then) ? namesOfResult(then) : undefined;
  }
  if (ts.isVariableDeclaration(parent)) return boundIn(parent.name);
  if (ts.isArrayLiteralExpression(parent)) {
    const place = parent.elements.indexOf(/** @type {ts.Expression} */ (node));
    /** @type {ts.Node} */
    let all = parent.parent;
    while (ts.isCallExpression(all) || ts.isAwaitExpression(all)) all = all.parent;
    if (!ts.isVariableDeclaration(all) || !ts.isArrayBindingPattern(all.name)) return undefined;
    const element = all.name.elements[place];
    return element && ts.isBindingElement(element) ? boundIn(element.name) : undefined;
  }
  return undefined;
}

/** @param {ts.ArrowFunction} then */
function namesOfResult({ parameters: [parameter], body }) {
  if (!parameter) return [];
  if (ts.isObjectBindingPattern(parameter.name)) return boundIn(parameter.name);
  return ts.isPropertyAccessExpression(body) &&
    body.expression.getText() === parameter.name.getText()
    ? [body.name.text]
    : undefined;
}

/** @param {ts.BindingName} name */
const boundIn = (name) =>
  ts.isObjectBindingPattern(name)
    ? name.elements.map((element) => (element.propertyName ?? element.name).getText())
    : undefined;

/**
 * Whether a function renders its first parameter within `Suspense` and nowhere else.
 * @param {ts.Node} declaration
 */
export function rendersParameterInSuspense(declaration) {
  const made = ts.isVariableDeclaration(declaration) ? declaration.initializer : declaration;
  if (!made || !ts.isFunctionLike(made) || !('body' in made)) return false;
  const name = made.parameters[0]?.name;
  if (!name || !ts.isIdentifier(name) || !made.body) return false;
  let [inside, outside] = [0, 0];
  /**
   * Counts the uses of the parameter; `within` says whether the visited node is inside of
   * `Suspense`.
   * @param {ts.Node} node @param {boolean} within
   */
  const visit = (node, within) => {
    if (ts.isIdentifier(node) && node.text === name.text && !isLabel(node)) {
      if (within) inside++;
      else outside++;
    }
    ts.forEachChild(node, (child) =>
      visit(
        child,
        within || (ts.isJsxElement(node) && isSuspense(node) && child !== node.openingElement),
      ),
    );
  };
  visit(made.body, false);
  return inside > 0 && outside === 0;
}
