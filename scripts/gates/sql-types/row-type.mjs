import ts from 'typescript';

/** @typedef {import('./sent-statements.mjs').Sink} Sink */

/**
 * @param {ts.CallExpression} node
 * @returns whether the call's result is discarded
 */
function isIgnored(node) {
  /** @type {ts.Node} */
  let at = node;
  for (;;) {
    const { parent } = at;
    if (ts.isExpressionStatement(parent) || ts.isVoidExpression(parent)) return true;
    const isPassedOn =
      ts.isAwaitExpression(parent) ||
      ts.isParenthesizedExpression(parent) ||
      (ts.isPropertyAccessExpression(parent) && parent.name.text === 'catch') ||
      (ts.isCallExpression(parent) && parent.expression === at);
    if (!isPassedOn) return false;
    at = parent;
  }
}

/**
 * Returns the type in `(await on.query(…)) as Row[]`.
 * @param {ts.CallExpression} node @returns {ts.TypeNode | undefined}
 */
function castOf(node) {
  /** @type {ts.Node} */
  let at = node.parent;
  while (ts.isAwaitExpression(at) || ts.isParenthesizedExpression(at)) at = at.parent;
  return ts.isAsExpression(at) ? at.type : undefined;
}

/**
 * Returns the row type that a call declares for its statement; undefined if the program discards
 * the rows. Returns a fault if the declaration is missing or wrong.
 * @param {ts.TypeChecker} checker
 * @param {Sink} sink
 * @param {boolean} counted whether the statement is an UPDATE or DELETE, for which TypeORM answers
 *   `[rows, count]`
 * @returns {{ row: ts.Type | undefined } | { fault: string }}
 */
export function rowTypeOf(checker, { way, node }, counted) {
  if (isIgnored(node)) return { row: undefined };
  const type = checker.getTypeAtLocation(node);
  if (way === 'prepared') {
    const [signature] = type.getCallSignatures();
    return {
      row: signature && elementOf(checker, promised(checker, signature.getReturnType())),
    };
  }
  const cast = castOf(node);
  const answer = cast ? checker.getTypeFromTypeNode(cast) : promised(checker, type);
  if (way === 'pg') {
    const rows = answer?.getProperty('rows');
    const row = rows && elementOf(checker, checker.getTypeOfSymbolAtLocation(rows, node));
    return { row: row && row.flags & ts.TypeFlags.Any ? undefined : row };
  }
  if (way === 'typeorm') {
    if (!answer || answer.flags & ts.TypeFlags.Any) return { fault: 'its rows have no type' };
    if (answer.flags & ts.TypeFlags.Unknown || answer.flags & ts.TypeFlags.Void)
      return { row: undefined };
    const isPair = checker.isTupleType(answer);
    if (counted !== isPair)
      return {
        fault: counted
          ? 'TypeORM answers an UPDATE or DELETE with [rows, count], the type says rows'
          : 'TypeORM answers this statement with rows, the type says [rows, count]',
      };
    if (!isPair) return { row: elementOf(checker, answer) };
    const [rows] = checker.getTypeArguments(/** @type {ts.TypeReference} */ (answer));
    return { row: rows && elementOf(checker, rows) };
  }
  return { row: elementOf(checker, answer) };
}

/**
 * Returns the type of the value that a promise or a generator yields.
 * @param {ts.TypeChecker} checker @param {ts.Type} type of a promise or a generator
 */
const promised = (checker, type) =>
  checker.getTypeArguments(/** @type {ts.TypeReference} */ (type))[0];

/**
 * Returns the type of the elements of a list.
 * @param {ts.TypeChecker} checker @param {ts.Type | undefined} list
 */
const elementOf = (checker, list) => list && checker.getIndexTypeOfType(list, ts.IndexKind.Number);
