import type { Timeline, TimelineNode } from '../../../../../contracts/timeline/timeline';

export type MergeSide = 'mine' | 'theirs';
type Own = Omit<TimelineNode, 'nodes'>;
interface Placed {
  own: Own;
  /** The id of the block around the node; empty at the top. */
  parent: string;
}
interface Taken {
  nodes: Map<string, Placed>;
  /** The ids of the nodes inside each block, by the block's id; the empty id is the top level. */
  order: Map<string, string[]>;
}

function takenApart(timeline: Timeline): Taken {
  const nodes = new Map<string, Placed>();
  const order = new Map<string, string[]>();
  const visit = (list: readonly TimelineNode[], parent: string) => {
    order.set(
      parent,
      list.map(({ id }) => id),
    );
    for (const node of list) {
      const { nodes: inner, ...own } = { nodes: null, ...node };
      nodes.set(node.id, { own, parent });
      if (inner) visit(inner, node.id);
    }
  };
  visit(timeline.nodes, '');
  return { nodes, order };
}

/** Sorts keys, so that equal values give equal texts. */
const sorted = (_: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
export const isEqualJson = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one, sorted) === JSON.stringify(other, sorted);

/**
 * Chooses between two changes. If only one person changed the value, that change counts. If both
 * did, the change of the preferred side counts.
 */
function chosen<T>(base: T, mine: T, theirs: T, prefer: MergeSide): { value: T; both: boolean } {
  if (isEqualJson(mine, theirs) || isEqualJson(theirs, base)) return { value: mine, both: false };
  if (isEqualJson(mine, base)) return { value: theirs, both: false };
  return { value: prefer === 'mine' ? mine : theirs, both: true };
}

/** Assembles the nodes into a tree; null if blocks would contain each other. */
function together(nodes: Map<string, Placed>, orders: readonly Taken[]): TimelineNode[] | null {
  const below = new Map<string, string[]>();
  const add = (id: string, { parent }: Placed) => {
    const at = parent === '' || nodes.get(parent)?.own.type === 'block' ? parent : '';
    below.set(at, [...(below.get(at) ?? []), id]);
  };
  nodes.forEach((placed, id) => add(id, placed));
  let built = 0;
  const build = (parent: string): TimelineNode[] => {
    const ids = below.get(parent) ?? [];
    const known = orders.flatMap(({ order }) => order.get(parent) ?? []);
    const rank = (id: string) => (known.includes(id) ? known.indexOf(id) : known.length);
    return [...ids]
      .sort((a, b) => rank(a) - rank(b))
      .flatMap((id) => {
        const own = nodes.get(id)?.own;
        if (!own) return [];
        built++;
        return [own.type === 'block' ? { ...own, nodes: build(id) } : own] as TimelineNode[];
      });
  };
  const list = build('');
  return built === nodes.size ? list : null;
}

export interface MergedTimeline {
  timeline: Timeline;
  /**
   * The names of the nodes that both people changed; an empty name stands for the settings of the
   * whole experiment.
   */
  both: string[];
}

/**
 * Merges the changes that two people made to a timeline at the same time
 * (docs/decisions/study-launch.md), separately for each node and for the settings of the whole
 * experiment. A node that one of them added stays. A node that one of them removed is removed,
 * unless the other one changed it.
 * @param base the state from which both people began
 * @param prefer whose value is taken if both people changed it
 */
export function mergeTimelines(
  base: Timeline,
  mine: Timeline,
  theirs: Timeline,
  prefer: MergeSide,
): MergedTimeline {
  const [old, own, other] = [base, mine, theirs].map(takenApart) as [Taken, Taken, Taken];
  const both: string[] = [];
  const nodes = new Map<string, Placed>();
  for (const id of new Set([...own.nodes.keys(), ...other.nodes.keys()])) {
    const [was, is, became] = [old.nodes.get(id), own.nodes.get(id), other.nodes.get(id)];
    const content = chosen(was?.own, is?.own, became?.own, prefer);
    if (content.both) both.push(is?.own.name || became?.own.name || '…');
    if (!content.value) continue;
    const parent = chosen(was?.parent, is?.parent, became?.parent, 'mine').value;
    nodes.set(id, { own: content.value, parent: parent ?? is?.parent ?? became?.parent ?? '' });
  }
  // If only the other researcher changed the order of the nodes within a block, their order is
  // taken. Otherwise this researcher's order is taken, followed by the nodes that the other one
  // added.
  const orders = new Map<string, string[]>();
  for (const parent of new Set([...own.order.keys(), ...other.order.keys()])) {
    const { value } = chosen(
      old.order.get(parent),
      own.order.get(parent),
      other.order.get(parent),
      'mine',
    );
    orders.set(parent, value ?? []);
  }
  const whole = ({ nodes: _, ...rest }: Timeline) => rest;
  const settings = chosen(whole(base), whole(mine), whole(theirs), prefer);
  if (settings.both) both.push('');
  const list = together(nodes, [{ nodes, order: orders }, own, other]);
  return { timeline: { ...settings.value, nodes: list ?? mine.nodes }, both };
}
