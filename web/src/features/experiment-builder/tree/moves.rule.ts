import type { TimelineNode } from '../../../../../contracts/timeline/timeline';
import {
  inserted,
  inside,
  nodeAt,
  type Nodes,
  type Path,
  pathOf,
  renewed,
  replaced,
} from '../nodes/nodes.rule';

export type Direction = 'up' | 'down' | 'in' | 'out';
/** The place of a drop, relative to the row below the pointer. */
export type DropPlace = 'before' | 'after' | 'inside';

const last = (path: Path): number => path.at(-1) ?? 0;
const parentOf = (path: Path): Path => path.slice(0, -1);
const siblingsOf = (nodes: Nodes, path: Path): Nodes =>
  path.length === 1 ? nodes : inside(nodeAt(nodes, parentOf(path)));

/**
 * The tree with a node moved by one step. Up and down move it among its siblings; in moves it to the end of
 * the block before it, out moves it behind the block around it.
 * @returns null if there is no such step
 */
export function moved(nodes: Nodes, id: string, direction: Direction): TimelineNode[] | null {
  const path = pathOf(nodes, id);
  const node = path && nodeAt(nodes, path);
  if (!path || !node) return null;
  const parent = parentOf(path);
  const at = last(path);
  const without = replaced(nodes, path, () => []);
  if (direction === 'up') return at === 0 ? null : inserted(without, [...parent, at - 1], [node]);
  if (direction === 'down')
    return at + 1 >= siblingsOf(nodes, path).length
      ? null
      : inserted(without, [...parent, at + 1], [node]);
  if (direction === 'out')
    return parent.length === 0
      ? null
      : inserted(without, [...parentOf(parent), last(parent) + 1], [node]);
  const before = at > 0 ? nodeAt(nodes, [...parent, at - 1]) : undefined;
  return before?.type === 'block'
    ? inserted(without, [...parent, at - 1, before.nodes.length], [node])
    : null;
}

/** The directions in which a node can move. */
export const stepsOf = (nodes: Nodes, id: string): Record<Direction, boolean> => ({
  up: moved(nodes, id, 'up') !== null,
  down: moved(nodes, id, 'down') !== null,
  in: moved(nodes, id, 'in') !== null,
  out: moved(nodes, id, 'out') !== null,
});

/** The path of a new node, by the selected one: at the end of a block, behind a trial. */
export function placeFor(nodes: Nodes, selected: string): Path {
  const path = pathOf(nodes, selected);
  const node = path && nodeAt(nodes, path);
  if (!path || !node) return [nodes.length];
  return node.type === 'block' ? [...path, node.nodes.length] : [...parentOf(path), last(path) + 1];
}

export const added = (nodes: Nodes, selected: string, more: Nodes): TimelineNode[] =>
  inserted(nodes, placeFor(nodes, selected), more);

interface Changed {
  nodes: TimelineNode[];
  /** The node that is selected afterwards. */
  id: string;
}

/** The tree with a copy of the node after it. */
export function duplicated(nodes: Nodes, id: string, next: () => string): Changed | null {
  const path = pathOf(nodes, id);
  const node = path && nodeAt(nodes, path);
  const [copy] = node ? renewed([node], next) : [];
  if (!path || !copy) return null;
  return { nodes: inserted(nodes, [...parentOf(path), last(path) + 1], [copy]), id: copy.id };
}

/** The tree without the node; then the next node is selected, else the one before, else the block. */
export function removed(nodes: Nodes, id: string): Changed | null {
  const path = pathOf(nodes, id);
  if (!path) return null;
  const siblings = siblingsOf(nodes, path);
  const next =
    siblings[last(path) + 1] ?? siblings[last(path) - 1] ?? nodeAt(nodes, parentOf(path));
  return { nodes: replaced(nodes, path, () => []), id: next?.id ?? '' };
}

/**
 * The tree with a node moved to the place where the pointer dropped it.
 * @returns null if the place is inside the node itself
 */
export function dropped(
  nodes: Nodes,
  id: string,
  target: string,
  place: DropPlace,
): TimelineNode[] | null {
  const from = pathOf(nodes, id);
  const node = from && nodeAt(nodes, from);
  const onto = pathOf(nodes, target);
  if (!from || !node || !onto || from.every((at, i) => onto[i] === at)) return null;
  const without = replaced(nodes, from, () => []);
  const to = pathOf(without, target) ?? [];
  const block = nodeAt(without, to);
  if (place === 'inside')
    return block?.type === 'block' ? inserted(without, [...to, block.nodes.length], [node]) : null;
  return inserted(without, [...parentOf(to), last(to) + (place === 'after' ? 1 : 0)], [node]);
}
