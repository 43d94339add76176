import type { Timeline, TimelineNode } from '../../../../../contracts/timeline/timeline';
import { variablesTableOf } from '../../../../../contracts/timeline/timeline-tables.rule';

export type TimelineNodes = readonly TimelineNode[];
/** The indices of a node from the top down: in the timeline, then in each block. */
export type NodePath = readonly number[];

export const childNodesOf = (node: TimelineNode | undefined): TimelineNodes =>
  node?.type === 'block' ? node.nodes : [];

/** Copies the nodes; all copies, also those inside blocks, have new ids. */
export const withNewIds = (nodes: TimelineNodes, next: () => string): TimelineNode[] =>
  nodes.map((node) =>
    node.type === 'block'
      ? { ...node, id: next(), nodes: withNewIds(node.nodes, next) }
      : { ...node, id: next() },
  );

export function nodeAt(nodes: TimelineNodes, path: NodePath): TimelineNode | undefined {
  const [first, ...rest] = path;
  const node = first === undefined ? undefined : nodes[first];
  return node && rest.length > 0 ? nodeAt(childNodesOf(node), rest) : node;
}

export function nodePathOf(nodes: TimelineNodes, id: string): NodePath | null {
  for (const [i, node] of nodes.entries()) {
    if (node.id === id) return [i];
    const below = nodePathOf(childNodesOf(node), id);
    if (below) return [i, ...below];
  }
  return null;
}

export const nodeById = (nodes: TimelineNodes, id: string): TimelineNode | undefined => {
  const path = nodePathOf(nodes, id);
  return path ? nodeAt(nodes, path) : undefined;
};

/** Lists the blocks around a node, the nearest first. */
function blocksAround(nodes: TimelineNodes, id: string): TimelineNode[] {
  const path = nodePathOf(nodes, id) ?? [];
  return path.flatMap((_, i) => (i > 0 ? (nodeAt(nodes, path.slice(0, i)) ?? []) : [])).reverse();
}

/** Replaces one node of a tree by any number of nodes. */
export function replaceNode(
  nodes: TimelineNodes,
  path: NodePath,
  by: (node: TimelineNode) => TimelineNodes,
): TimelineNode[] {
  const [first, ...rest] = path;
  return nodes.flatMap((node, i) => {
    if (i !== first) return [node];
    if (rest.length === 0) return by(node);
    return node.type === 'block' ? [{ ...node, nodes: replaceNode(node.nodes, rest, by) }] : [node];
  });
}

/** Inserts nodes into a tree at a path, before the node that is there. */
export function insertNode(
  nodes: TimelineNodes,
  path: NodePath,
  more: TimelineNodes,
): TimelineNode[] {
  const [first = 0, ...rest] = path;
  if (rest.length === 0) return [...nodes.slice(0, first), ...more, ...nodes.slice(first)];
  return nodes.map((node, i) =>
    i === first && node.type === 'block'
      ? { ...node, nodes: insertNode(node.nodes, rest, more) }
      : node,
  );
}

export const replaceNodeById = (timeline: Timeline, node: TimelineNode): Timeline => ({
  ...timeline,
  nodes: replaceNode(timeline.nodes, nodePathOf(timeline.nodes, node.id) ?? [], () => [node]),
});

/**
 * Lists the columns of the tables of all blocks around a node, the nearest block first; each column
 * once.
 */
export const columnsAround = (nodes: TimelineNodes, id: string): string[] => [
  ...new Set(
    blocksAround(nodes, id).flatMap((node) =>
      node.type === 'block' ? (variablesTableOf(node, nodes)?.columns ?? []) : [],
    ),
  ),
];
