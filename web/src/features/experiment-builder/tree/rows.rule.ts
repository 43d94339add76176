import type { TimelineNode } from '../../../../../contracts/timeline/timeline';
import type { TimelineNodes } from '../nodes/nodes.rule';

/** A visible row of the tree. */
export interface TreeRow {
  id: string;
  node: TimelineNode;
  /** The depth in the tree, from 1. */
  level: number;
  /** The node's position among its siblings, from 1. */
  place: number;
  siblings: number;
  /** Whether the block is open; null for a trial, which cannot be opened. */
  open: boolean | null;
  /** The id of the block around the node; empty at the top. */
  parent: string;
}

export function treeRowsOf(
  nodes: TimelineNodes,
  closed: ReadonlySet<string>,
  level = 1,
  parent = '',
): TreeRow[] {
  return nodes.flatMap((node, i) => {
    const { id } = node;
    const open = node.type === 'block' ? !closed.has(id) : null;
    const row = { id, node, level, place: i + 1, siblings: nodes.length, open, parent };
    return node.type === 'block' && open
      ? [row, ...treeRowsOf(node.nodes, closed, level + 1, id)]
      : [row];
  });
}

export interface TreeKeyAction {
  /** The row that gets the focus. */
  to?: string;
  /** The block to open, or to close. */
  open?: string;
  close?: string;
}

/** Returns what a key does in a tree (ARIA practices, tree view); null if it does nothing. */
export function treeActionOfKey(
  rows: readonly TreeRow[],
  at: string,
  key: string,
): TreeKeyAction | null {
  const i = rows.findIndex((row) => row.id === at);
  const row = rows[i];
  const to = (next: TreeRow | undefined): TreeKeyAction | null => (next ? { to: next.id } : null);
  switch (key) {
    case 'ArrowDown':
      return to(rows[i + 1]);
    case 'ArrowUp':
      return to(rows[i - 1]);
    case 'Home':
      return to(rows[0]);
    case 'End':
      return to(rows.at(-1));
    case 'ArrowRight':
      if (!row || row.open === null) return null;
      if (!row.open) return { open: row.id };
      return rows[i + 1]?.parent === row.id ? to(rows[i + 1]) : null;
    case 'ArrowLeft':
      if (row?.open) return { close: row.id };
      return row?.parent ? { to: row.parent } : null;
    default:
      return null;
  }
}

/**
 * Finds the next row whose name begins with the typed letters. From the second letter on, the
 * search starts at the current row, because its name may match all typed letters.
 */
export function findRowByTypedLetters(
  rows: readonly TreeRow[],
  nameOf: (node: TimelineNode) => string,
  at: string,
  typed: string,
): string | null {
  const i = rows.findIndex((row) => row.id === at);
  const start = typed.length > 1 ? i : i + 1;
  const order = [...rows.slice(start), ...rows.slice(0, start)];
  const want = typed.toLocaleLowerCase();
  return order.find(({ node }) => nameOf(node).toLocaleLowerCase().startsWith(want))?.id ?? null;
}
