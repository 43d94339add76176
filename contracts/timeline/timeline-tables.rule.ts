import type { TimelineBlock, TimelineNode, VariablesTable } from './timeline';
import { walkNodes } from './timeline-nodes';

/*
 * This file handles tables that several blocks share, and texts into which values of the tables are
 * inserted. A trial computes its texts from the values that are recorded, so that the data always
 * agree with what the participant saw.
 */

/** A placeholder in a text (`$text`): `{{word}}` stands for the value of the column `word`. */
const slot = /\{\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g;

/** Returns the columns that a text names, each once. */
export const columnsInPlaceholders = (text: string): string[] => [
  ...new Set([...text.matchAll(slot)].map(([, name = '']) => name)),
];

/** Inserts the value of each column into a text; a missing value leaves its place empty. */
export const fillColumnPlaceholders = (
  text: string,
  valueOf: (column: string) => unknown,
): string =>
  text.replace(slot, (_, column: string) => {
    const value = valueOf(column);
    if (value === null || value === undefined) return '';
    return typeof value === 'string' ? value : JSON.stringify(value);
  });

/**
 * Returns the table through which a block loops: its own, or the table of the block that it refers
 * to.
 */
export function variablesTableOf(
  block: TimelineBlock,
  nodes: readonly TimelineNode[],
): VariablesTable | undefined {
  if (block.variables || block.variables_of === undefined) return block.variables;
  for (const node of walkNodes(nodes))
    if (node.id === block.variables_of && node.type === 'block') return node.variables;
  return undefined;
}

/**
 * Returns the nodes with each block's table copied into it, also if the block only refers to the
 * table of another block.
 */
export function copyTablesIntoBlocks(nodes: readonly TimelineNode[]): TimelineNode[] {
  const tables = new Map<string, VariablesTable>();
  for (const node of walkNodes(nodes))
    if (node.type === 'block' && node.variables) tables.set(node.id, node.variables);
  const whole = (node: TimelineNode): TimelineNode => {
    if (node.type === 'trial') return node;
    const { variables_of: other, ...block } = node;
    const variables = block.variables ?? (other === undefined ? undefined : tables.get(other));
    return { ...block, ...(variables && { variables }), nodes: block.nodes.map(whole) };
  };
  return nodes.map(whole);
}
