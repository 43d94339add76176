import type { AnyNode } from 'acorn';

/** Returns the name of an expression, such as `a.b.c`; '' for expressions that are not names. */
export function dottedName(node: AnyNode): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'ThisExpression') return 'this';
  if (node.type === 'ChainExpression') return dottedName(node.expression);
  if (node.type !== 'MemberExpression' || node.computed) return '';
  const of = dottedName(node.object);
  return node.property.type === 'Identifier' && of ? `${of}.${node.property.name}` : '';
}
export const literalText = (node: AnyNode | undefined): string | null =>
  node?.type === 'Literal' && typeof node.value === 'string'
    ? node.value
    : node?.type === 'TemplateLiteral' && node.expressions.length === 0
      ? (node.quasis[0]?.value.cooked ?? null)
      : null;

export const withoutWindow = (name: string) => name.replace(/^(window|self|globalThis)\./, '');

/** Returns the last name of a called function: `c` of `a().b.c(…)`. */
export const calledFunctionName = (node: AnyNode): string =>
  node.type === 'MemberExpression' && !node.computed && node.property.type === 'Identifier'
    ? node.property.name
    : '';
