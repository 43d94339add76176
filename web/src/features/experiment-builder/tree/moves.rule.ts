import type { TimelineNode } from '../../../../../contracts/timeline/timeline';
import {
  insertNode,
  childNodesOf,
  nodeAt,
  type TimelineNodes,
  type NodePath,
  nodePathOf,
  withNewIds,
  replaceNode,
} from '../nodes/nodes.rule';

export type MoveDirection = 'up' | 'down' | 'in' | 'out';
/** Where a drop puts the node, relative to the row below the pointer. */
export type DropPosition = 'before' | 'after' | 'inside';

const last = (path: NodePath): number => path.at(-1) ?? 0;
const parentOf = (path: NodePath): NodePath => path.slice(0, -1);
const siblingsOf = (nodes: TimelineNodes, path: NodePath): TimelineNodes =>
  path.length === 1 ? nodes : childNodesOf(nodeAt(nodes, parentOf(path)));

/**
 * Moves a node by one step:
 * - `up` and `down`: among its siblings;
 * - `in`: to the end of the block before it;
 * - `out`: behind the block around it.
 * @returns the new tree; null if the node cannot move in this direction
 */
export function moveNode(
  nodes: TimelineNodes,
  id: string,
  direction: MoveDirection,
): TimelineNode[] | null {
  const path = nodePathOf(nodes, id);
  const node = path && nodeAt(nodes, path);
  if (!path || !node) return null;
  const parent = parentOf(path);
  const at = last(path);
  const without = replaceNode(nodes, path, () => []);
  if (direction === 'up') return at === 0 ? null : insertNode(without, [...parent, at - 1], [node]);
  if (direction === 'down')
    return at + 1 >= siblingsOf(nodes, path).length
      ? null
      : insertNode(without, [...parent, at + 1], [node]);
  if (direction === 'out')
    return parent.length === 0
      ? null
      : insertNode(without, [...parentOf(parent), last(parent) + 1], [node]);
  const before = at > 0 ? nodeAt(nodes, [...parent, at - 1]) : undefined;
  return before?.type === 'block'
    ? insertNode(without, [...parent, at - 1, before.nodes.length], [node])
    : null;
}

export const possibleMovesOf = (
  nodes: TimelineNodes,
  id: string,
): Record<MoveDirection, boolean> => ({
  up: moveNode(nodes, id, 'up') !== null,
  down: moveNode(nodes, id, 'down') !== null,
  in: moveNode(nodes, id, 'in') !== null,
  out: moveNode(nodes, id, 'out') !== null,
});

/**
 * Returns the path of a new node: at the end of the selected block, or after the selected trial.
 */
export function newNodePath(nodes: TimelineNodes, selected: string): NodePath {
  const path = nodePathOf(nodes, selected);
  const node = path && nodeAt(nodes, path);
  if (!path || !node) return [nodes.length];
  return node.type === 'block' ? [...path, node.nodes.length] : [...parentOf(path), last(path) + 1];
}

export const addNode = (
  nodes: TimelineNodes,
  selected: string,
  more: TimelineNodes,
): TimelineNode[] => insertNode(nodes, newNodePath(nodes, selected), more);

interface Changed {
  nodes: TimelineNode[];
  /** The id of the node that is selected after the change. */
  id: string;
}

/** Inserts a copy of a node directly after the node. */
export function duplicateNode(
  nodes: TimelineNodes,
  id: string,
  next: () => string,
): Changed | null {
  const path = nodePathOf(nodes, id);
  const node = path && nodeAt(nodes, path);
  const [copy] = node ? withNewIds([node], next) : [];
  if (!path || !copy) return null;
  return { nodes: insertNode(nodes, [...parentOf(path), last(path) + 1], [copy]), id: copy.id };
}

/**
 * Removes a node. Afterwards its next sibling is selected or, without one, the previous sibling or,
 * without siblings, the block around the node.
 */
export function removeNode(nodes: TimelineNodes, id: string): Changed | null {
  const path = nodePathOf(nodes, id);
  if (!path) return null;
  const siblings = siblingsOf(nodes, path);
  const next =
    siblings[last(path) + 1] ?? siblings[last(path) - 1] ?? nodeAt(nodes, parentOf(path));
  return { nodes: replaceNode(nodes, path, () => []), id: next?.id ?? '' };
}

/**
 * Moves a node to the place at which the pointer dropped it.
 * @returns null if that place is inside the node itself
 */
export function placeDroppedNode(
  nodes: TimelineNodes,
  id: string,
  target: string,
  place: DropPosition,
): TimelineNode[] | null {
  const from = nodePathOf(nodes, id);
  const node = from && nodeAt(nodes, from);
  const onto = nodePathOf(nodes, target);
  if (!from || !node || !onto || from.every((at, i) => onto[i] === at)) return null;
  const without = replaceNode(nodes, from, () => []);
  const to = nodePathOf(without, target) ?? [];
  const block = nodeAt(without, to);
  if (place === 'inside')
    return block?.type === 'block'
      ? insertNode(without, [...to, block.nodes.length], [node])
      : null;
  return insertNode(without, [...parentOf(to), last(to) + (place === 'after' ? 1 : 0)], [node]);
}
