import { basename } from 'node:path';
import ts from 'typescript';

/** @typedef {import('./programs.mjs').Program} Program */

/**
 * Finds two faults on the server:
 * - A text that no context lists under `texts`. The program would read the text during a request
 *   instead of at its start.
 * - A `Texts` object whose name differs from the name of its file.
 * @param {Program} program
 */
export function findUndeclaredTexts({ checker, sources, at, side }) {
  if (side === 'web') return [];
  /** @type {Map<ts.Symbol, ts.Node>} */
  const made = new Map();
  /** @type {Set<ts.Symbol | undefined>} */
  const listed = new Set();
  const faults = [];
  for (const source of sources) {
    /** @param {ts.Node} node */
    const visit = (node) => {
      if (ts.isNewExpression(node) && node.expression.getText() === 'Texts') {
        const [type] = node.typeArguments ?? [];
        const file =
          type &&
          checker.getTypeFromTypeNode(type).symbol?.declarations?.[0]?.getSourceFile().fileName;
        const [name] = node.arguments ?? [];
        const said = name && ts.isStringLiteral(name) ? name.text : '?';
        if (!file || basename(file, '.json') !== said)
          faults.push(`${at(node)}: the texts of ${said} have the type of another file.`);
        const symbol =
          ts.isVariableDeclaration(node.parent) && checker.getSymbolAtLocation(node.parent.name);
        if (symbol) made.set(symbol, node);
      }
      if (
        ts.isPropertyAssignment(node) &&
        node.name.getText() === 'texts' &&
        ts.isArrayLiteralExpression(node.initializer)
      )
        for (const element of node.initializer.elements) {
          const symbol = checker.getSymbolAtLocation(element);
          listed.add(
            symbol && symbol.flags & ts.SymbolFlags.Alias
              ? checker.getAliasedSymbol(symbol)
              : symbol,
          );
        }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  for (const [symbol, node] of made)
    if (!listed.has(symbol))
      faults.push(`${at(node)}: no context lists ${symbol.name} under texts.`);
  return faults;
}
