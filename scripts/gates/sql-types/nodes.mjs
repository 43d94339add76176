import ts from 'typescript';

/** The error for an SQL text that, as a whole or in part, is known only when the program runs. */
export class UnresolvedText extends Error {}

/** @param {ts.Node} node */
export const codeExcerpt = (node) => node.getText().replace(/\s+/g, ' ').slice(0, 60);

/**
 * @param {ts.Expression} node @returns {ts.Expression} without casts and brackets
 */
export const withoutCasts = (node) =>
  ts.isParenthesizedExpression(node) ||
  ts.isAsExpression(node) ||
  ts.isSatisfiesExpression(node) ||
  ts.isNonNullExpression(node)
    ? withoutCasts(node.expression)
    : node;

/** @typedef {ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression | ts.MethodDeclaration} Fn */

/**
 * Whether a node is a function, a method or an arrow function.
 * @param {ts.Node | undefined} node @returns {node is Fn}
 */
export const isFunction = (node) =>
  node !== undefined &&
  (ts.isFunctionDeclaration(node) ||
    ts.isArrowFunction(node) ||
    ts.isFunctionExpression(node) ||
    ts.isMethodDeclaration(node));

/**
 * @param {Fn} declaration @returns {ts.Expression[]} each expression that it may return
 */
export function returnedExpressionsOf(declaration) {
  const { body } = declaration;
  if (!body) return [];
  if (!ts.isBlock(body)) return [body];
  /** @type {ts.Expression[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (isFunction(node)) return;
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression);
    ts.forEachChild(node, visit);
  };
  visit(body);
  return found;
}
