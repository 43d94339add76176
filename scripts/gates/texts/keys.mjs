import ts from 'typescript';
import { withoutCasts } from '../sql-types/nodes.mjs';

/**
 * The largest number of keys that one expression may stand for. An expression with more keys is not
 * a choice between texts.
 */
const MOST = 400;

/**
 * Returns all strings that an expression can be, according to its literals and to the literals of
 * its type.
 * @param {ts.TypeChecker} checker @param {ts.Expression} expression
 * @returns {string[] | undefined} undefined when that is not known before the program runs
 */
export function possibleStringsOf(checker, expression) {
  const node = withoutCasts(expression);
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isConditionalExpression(node)) return both(checker, node.whenTrue, node.whenFalse);
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    if (kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.BarBarToken)
      return both(checker, node.left, node.right);
    if (kind === ts.SyntaxKind.PlusToken && isNumber(checker.getTypeAtLocation(node)))
      return undefined;
  }
  if (ts.isTemplateExpression(node)) {
    let strings = [node.head.text];
    for (const { expression: part, literal } of node.templateSpans) {
      const parts = possibleStringsOf(checker, part);
      if (!parts || strings.length * parts.length > MOST) return undefined;
      strings = strings.flatMap((before) => parts.map((one) => before + one + literal.text));
    }
    return strings;
  }
  const typed = literalsOf(checker, checker.getTypeAtLocation(node));
  if (typed) return typed;
  const declared = ts.isIdentifier(node) ? constantOf(checker, node) : undefined;
  return declared && possibleStringsOf(checker, declared);
}

/** @param {ts.Type} type */
const isNumber = (type) => (type.flags & ts.TypeFlags.NumberLike) !== 0;

/**
 * Returns the strings of both branches of an expression; undefined if the strings of one branch are
 * unknown.
 * @param {ts.TypeChecker} checker @param {ts.Expression} one @param {ts.Expression} other
 */
function both(checker, one, other) {
  const [first, second] = [possibleStringsOf(checker, one), possibleStringsOf(checker, other)];
  return first && second && [...first, ...second];
}

/**
 * Returns the string literals of a type. Ignores undefined and null, since the compiler has checked
 * that they do not occur.
 * @param {ts.TypeChecker} checker @param {ts.Type} type
 * @returns {string[] | undefined}
 */
function literalsOf(checker, type) {
  const bound =
    type.flags & ts.TypeFlags.Instantiable ? checker.getBaseConstraintOfType(type) : type;
  if (!bound) return undefined;
  /** @type {string[]} */
  const found = [];
  for (const one of bound.isUnion() ? bound.types : [bound]) {
    if (one.isStringLiteral() || one.isNumberLiteral()) found.push(String(one.value));
    else if (!(one.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null | ts.TypeFlags.Never)))
      return undefined;
  }
  return found.length > 0 && found.length <= MOST ? found : undefined;
}

/**
 * Returns the value of a constant, as in `const name = …`.
 * @param {ts.TypeChecker} checker @param {ts.Identifier} name
 */
function constantOf(checker, name) {
  const declaration = checker.getSymbolAtLocation(name)?.valueDeclaration;
  return declaration &&
    ts.isVariableDeclaration(declaration) &&
    ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const
    ? declaration.initializer
    : undefined;
}
