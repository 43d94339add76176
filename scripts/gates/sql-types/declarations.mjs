import ts from 'typescript';
import { constantListElements } from './lists.mjs';
import { isFunction, withoutCasts } from './nodes.mjs';

/** @typedef {import('./texts.mjs').Env} Env */
/** @typedef {import('./texts.mjs').Bound} Bound */
/** @typedef {import('./nodes.mjs').Fn} Fn */

/**
 * What a name resolves to: an expression; one of the elements of a list (the variable of a loop);
 * one of two expressions, depending on a condition; or a value that is known only at run time.
 * @typedef {({ kind: 'expression' } & Bound) | { kind: 'each', list: Bound[] } | Choice | { kind: 'unknown' }} Declared
 * @typedef {{ kind: 'choice', condition: ts.Expression, whenTrue: Bound, whenFalse: Bound }} Choice
 */

/** @type {Env} */
const nothing = new Map();

/**
 * Returns the symbol to which a name refers; for an imported name, the symbol in the module that
 * declares it.
 * @param {ts.TypeChecker} checker
 * @param {ts.Node} node
 */
export function symbolOf(checker, node) {
  const found = checker.getSymbolAtLocation(node);
  return found && found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
}

/**
 * Resolves a name to the expression that it stands for.
 * @param {ts.TypeChecker} checker
 * @param {ts.Expression} node
 * @param {Env} env
 * @returns {Declared}
 */
export function declarationOf(checker, node, env) {
  const name = ts.isPropertyAccessExpression(node) ? node.name : node;
  const symbol = symbolOf(checker, name);
  if (!symbol) return { kind: 'unknown' };
  const bound = env.get(symbol);
  if (bound) {
    const further = ts.isIdentifier(bound.node)
      ? declarationOf(checker, bound.node, bound.env)
      : undefined;
    return further && further.kind !== 'unknown' ? further : { kind: 'expression', ...bound };
  }
  if (ts.isPropertyAccessExpression(node)) {
    const property = propertyOf(checker, node, env);
    if (property) return property;
  }
  const declaration = symbol.valueDeclaration;
  if (!declaration) return { kind: 'unknown' };
  if (ts.isVariableDeclaration(declaration)) return ofVariable(checker, declaration, env);
  if (ts.isPropertyAssignment(declaration))
    return { kind: 'expression', node: declaration.initializer, env };
  if (ts.isPropertyDeclaration(declaration) && declaration.initializer && isReadonly(declaration))
    return { kind: 'expression', node: declaration.initializer, env: nothing };
  if (ts.isBindingElement(declaration)) return ofBinding(checker, declaration, env);
  return { kind: 'unknown' };
}

/** @param {ts.PropertyDeclaration} declaration */
const isReadonly = (declaration) =>
  declaration.modifiers?.some((one) => one.kind === ts.SyntaxKind.ReadonlyKeyword) ?? false;

/**
 * Resolves a property such as `parts.where` to its expression, if `parts` is an object literal.
 * @param {ts.TypeChecker} checker
 * @param {ts.PropertyAccessExpression} node
 * @param {Env} env
 * @returns {Declared | undefined}
 */
function propertyOf(checker, node, env) {
  const object = declarationOf(checker, node.expression, env);
  if (object.kind !== 'expression') return undefined;
  const literal = withoutCasts(object.node);
  if (!ts.isObjectLiteralExpression(literal)) return undefined;
  for (const property of literal.properties) {
    if (!property.name || property.name.getText() !== node.name.text) continue;
    if (ts.isPropertyAssignment(property))
      return { kind: 'expression', node: property.initializer, env: object.env };
    if (ts.isShorthandPropertyAssignment(property)) {
      const value = checker.getShorthandAssignmentValueSymbol(property);
      const bound = value && object.env.get(value);
      if (bound) return { kind: 'expression', ...bound };
      return value?.valueDeclaration && ts.isVariableDeclaration(value.valueDeclaration)
        ? ofVariable(checker, value.valueDeclaration, object.env)
        : undefined;
    }
  }
  return undefined;
}

/**
 * Resolves a variable: a constant to its value, the variable of a `for … of` loop to the elements
 * of the list.
 * @param {ts.TypeChecker} checker @param {ts.VariableDeclaration} declaration @param {Env} env
 *   @returns {Declared}
 */
function ofVariable(checker, declaration, env) {
  const list = declaration.parent;
  if (!ts.isVariableDeclarationList(list) || !(list.flags & ts.NodeFlags.Const))
    return { kind: 'unknown' };
  if (ts.isForOfStatement(list.parent))
    return { kind: 'each', list: constantListElements(checker, list.parent.expression, env) };
  return declaration.initializer
    ? { kind: 'expression', node: declaration.initializer, env }
    : { kind: 'unknown' };
}

/**
 * Resolves a name that a pattern takes out of an object, as in `const { sql } = fragments` and `({
 * sql }: Fragments) => …`.
 * @param {ts.TypeChecker} checker
 * @param {ts.BindingElement} element
 * @param {Env} env
 * @returns {Declared}
 */
function ofBinding(checker, element, env) {
  const pattern = element.parent;
  const owner = pattern.parent;
  if (ts.isArrayBindingPattern(pattern)) return ofListBinding(element, pattern, env);
  const name = element.propertyName ?? element.name;
  if (!ts.isIdentifier(name)) return { kind: 'unknown' };
  if (!ts.isVariableDeclaration(owner) || !owner.initializer) return { kind: 'unknown' };
  const object = ts.isIdentifier(owner.initializer)
    ? declarationOf(checker, owner.initializer, env)
    : { kind: /** @type {const} */ ('expression'), node: owner.initializer, env };
  if (object.kind !== 'expression' || !ts.isObjectLiteralExpression(object.node))
    return { kind: 'unknown' };
  for (const property of object.node.properties)
    if (ts.isPropertyAssignment(property) && property.name.getText() === name.text)
      return { kind: 'expression', node: property.initializer, env: object.env };
  return { kind: 'unknown' };
}

/**
 * Resolves a name that a pattern takes out of a list, as in `const [sign, order] = descends ? ['<',
 * 'DESC'] : ['>', 'ASC']`.
 * @param {ts.BindingElement} element
 * @param {ts.ArrayBindingPattern} pattern
 * @param {Env} env
 * @returns {Declared}
 */
function ofListBinding(element, pattern, env) {
  const { parent } = pattern;
  const list = ts.isVariableDeclaration(parent) && parent.initializer;
  if (!list) return { kind: 'unknown' };
  const i = pattern.elements.indexOf(element);
  /** @param {ts.Expression} node */
  const item = (node) => {
    const literal = withoutCasts(node);
    return ts.isArrayLiteralExpression(literal) ? literal.elements[i] : undefined;
  };
  if (ts.isConditionalExpression(list)) {
    const [one, other] = [item(list.whenTrue), item(list.whenFalse)];
    return one && other
      ? {
          kind: 'choice',
          condition: list.condition,
          whenTrue: { node: one, env },
          whenFalse: { node: other, env },
        }
      : { kind: 'unknown' };
  }
  const only = item(list);
  return only ? { kind: 'expression', node: only, env } : { kind: 'unknown' };
}

/**
 * Finds the product's function that a call invokes, and binds the arguments of the call to its
 * parameters.
 * @param {ts.TypeChecker} checker
 * @param {ts.CallExpression} node
 * @param {Env} env
 * @returns {{ declaration: Fn, env: Env } | undefined}
 */
export function resolveCalledFunction(checker, node, env) {
  const known = declarationOf(checker, node.expression, env);
  const declaration =
    known.kind === 'expression' && isFunction(known.node)
      ? known.node
      : symbolOf(
          checker,
          ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression,
        )?.valueDeclaration;
  if (!isFunction(declaration) || declaration.getSourceFile().isDeclarationFile) return undefined;
  return { declaration, env: bindArguments(checker, declaration, node.arguments, env) };
}

/**
 * Maps the parameters of a function to the arguments of a call.
 * @param {ts.TypeChecker} checker
 * @param {Fn} declaration
 * @param {readonly ts.Expression[]} given
 * @param {Env} env of the call
 * @returns {Env}
 */
export function bindArguments(checker, declaration, given, env) {
  /** @type {Map<ts.Symbol, Bound>} */
  const bound = new Map(env);
  declaration.parameters.forEach((parameter, i) => {
    const argument = given[i];
    const value = argument
      ? { node: argument, env }
      : parameter.initializer && { node: parameter.initializer, env };
    if (!value) return;
    if (ts.isIdentifier(parameter.name)) {
      const symbol = checker.getSymbolAtLocation(parameter.name);
      if (symbol) bound.set(symbol, value);
      return;
    }
    if (!ts.isObjectBindingPattern(parameter.name)) return;
    let object = value.node;
    let objectEnv = value.env;
    if (ts.isIdentifier(object)) {
      const known = declarationOf(checker, object, env);
      if (known.kind === 'expression') ({ node: object, env: objectEnv } = known);
    }
    for (const element of parameter.name.elements) {
      const symbol = checker.getSymbolAtLocation(element.name);
      const key = (element.propertyName ?? element.name).getText();
      const property = ts.isObjectLiteralExpression(object)
        ? object.properties.find((one) => one.name?.getText() === key)
        : undefined;
      if (symbol && property && ts.isPropertyAssignment(property))
        bound.set(symbol, { node: property.initializer, env: objectEnv });
      else if (symbol && element.initializer) bound.set(symbol, { node: element.initializer, env });
    }
  });
  return bound;
}
