import ts from 'typescript';

/** How many references between constants the search follows. */
const DEEPEST = 3;

/**
 * Returns the literal parts of a text in the program, from the expression itself or from the
 * constants that it refers to.
 * @param {ts.TypeChecker} checker
 * @param {ts.Expression | undefined} node
 * @returns {string[]}
 */
export function literalPartsOf(checker, node, depth = 0) {
  if (!node) return [];
  /** @param {ts.Expression} one */
  const inside = (one) => literalPartsOf(checker, one, depth);
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [
      node.head.text,
      ...node.templateSpans.flatMap(({ expression, literal }) => [
        ...inside(expression),
        literal.text,
      ]),
    ];
  if (ts.isConditionalExpression(node))
    return [...inside(node.whenTrue), ...inside(node.whenFalse)];
  if (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node)
  )
    return inside(node.expression);
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return inside(node.right);
    return isComparison(kind) ? [] : [...inside(node.left), ...inside(node.right)];
  }
  if ((ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) && depth < DEEPEST)
    return literalPartsOf(checker, constantOf(checker, node), depth + 1);
  return [];
}

/** @param {ts.SyntaxKind} kind */
const isComparison = (kind) =>
  kind >= ts.SyntaxKind.LessThanToken && kind <= ts.SyntaxKind.ExclamationEqualsEqualsToken;

/**
 * Returns the value of a constant, as in `const name = …`, or of a field in an object literal.
 * @param {ts.TypeChecker} checker @param {ts.Identifier | ts.PropertyAccessExpression} node
 */
function constantOf(checker, node) {
  const found = checker.getSymbolAtLocation(ts.isIdentifier(node) ? node : node.name);
  const symbol =
    found && found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
  const declaration = symbol?.valueDeclaration;
  if (!declaration) return undefined;
  if (ts.isPropertyAssignment(declaration)) return declaration.initializer;
  return ts.isVariableDeclaration(declaration) &&
    ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const
    ? declaration.initializer
    : undefined;
}
