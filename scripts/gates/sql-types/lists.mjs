import ts from 'typescript';
import { bindArguments, declarationOf } from './declarations.mjs';
import {
  UnresolvedText,
  codeExcerpt,
  isFunction,
  returnedExpressionsOf,
  withoutCasts,
} from './nodes.mjs';

/** @typedef {import('./texts.mjs').Env} Env */
/** @typedef {import('./texts.mjs').Bound} Bound */

/**
 * Returns the elements of a list that is constant, or made from a constant list by `map`.
 * @param {ts.TypeChecker} checker
 * @param {ts.Expression} list
 * @param {Env} env
 * @returns {Bound[]}
 * @throws {UnresolvedText}
 */
export function constantListElements(checker, list, env) {
  const node = withoutCasts(list);
  if (ts.isArrayLiteralExpression(node))
    return node.elements.flatMap((one) =>
      ts.isSpreadElement(one)
        ? constantListElements(checker, one.expression, env)
        : [{ node: one, env }],
    );
  if (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === 'map'
  ) {
    const [given] = node.arguments;
    const found = given && declarationOf(checker, given, env);
    const mapping = found?.kind === 'expression' ? found.node : given;
    const result = isFunction(mapping) ? returnedExpressionsOf(mapping)[0] : undefined;
    if (isFunction(mapping) && result)
      return constantListElements(checker, node.expression.expression, env).map((item) => ({
        node: result,
        env: new Map([...env, ...bindArguments(checker, mapping, [item.node], item.env)]),
      }));
  }
  const known = declarationOf(checker, node, env);
  if (known.kind === 'expression' && known.node !== node)
    return constantListElements(checker, known.node, known.env);
  throw new UnresolvedText(`\`${codeExcerpt(node)}\` is no constant list`);
}
