import type { AnyNode } from 'acorn';
import { dottedName, literalText, withoutWindow } from './browser-reads/script-nodes.rule';

/** Matches the names by which JATOS gives scripts its batch session. */
const batch = /^(batchSession|onBatchSession)$/;

/**
 * Whether code uses data that participants share (JATOS' batch session, or `commonlab.shared`), so
 * that the consent page can mention it. Checks only the name of the property, since minified
 * scripts rename the object.
 */
export function usesSharedData(node: AnyNode): boolean {
  if (node.type === 'ObjectPattern')
    return node.properties.some(
      (one) =>
        one.type === 'Property' && batch.test(dottedName(one.key) || (literalText(one.key) ?? '')),
    );
  if (node.type !== 'MemberExpression') return false;
  const { property, computed } = node;
  const name = computed
    ? literalText(property)
    : property.type === 'Identifier'
      ? property.name
      : null;
  return batch.test(name ?? '') || withoutWindow(dottedName(node)) === 'commonlab.shared';
}
