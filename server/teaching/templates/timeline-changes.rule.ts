import type { ForkDifference } from '../../../contracts/teaching/templates';
import type { Timeline, TimelineNode } from '../../../contracts/timeline/timeline';
import { walkNodes } from '../../../contracts/timeline/timeline-nodes';

/**
 * Lists how two timelines differ, as lines of text.
 * - Blocks and trials are compared by id, since a copy keeps the ids of its template.
 * - Each change has the name of its block or trial, and also the id if several have this name.
 * - Changes of the title, the settings and the order are listed together, without a name.
 * @param before the timeline as JSON; null where there is none
 */
export function timelineChanges(before: string | null, after: string | null): ForkDifference[] {
  if (before === after) return [];
  const [from, to] = [partsOf(before), partsOf(after)];
  const ids = [...to.keys(), ...[...from.keys()].filter((id) => !to.has(id))];
  const names = namesIn([to, from]);
  return ids.flatMap((id): ForkDifference[] => {
    const [old, now] = [from.get(id), to.get(id)];
    if (old?.words === now?.words) return [];
    const place = id === whole ? null : placeOf(now ?? old, id, names);
    return [{ part: 'timeline', place, before: old?.words ?? null, after: now?.words ?? null }];
  });
}

/** The key under which the timeline as a whole is compared; no block or trial has an empty id. */
const whole = '';
interface Part {
  readonly name: string;
  readonly words: string;
}
type Parts = ReadonlyMap<string, Part>;

/** Lists the blocks and trials by id, in the order in which participants see them. */
function partsOf(text: string | null): Parts {
  if (text === null) return new Map();
  const { title, language, settings, nodes } = JSON.parse(text) as Timeline;
  const above = { title, language, ...settings, nodes: nodes.map(nameOf) };
  return new Map([
    [whole, { name: '', words: linesOf(above) }],
    ...[...walkNodes(nodes)].map((node): [string, Part] => [
      node.id,
      { name: nameOf(node), words: wordsOf(node) },
    ]),
  ]);
}

const nameOf = (node: TimelineNode): string =>
  node.name || (node.type === 'trial' ? node.plugin : node.id);

function wordsOf(node: TimelineNode): string {
  const { id: _, type: __, ...fields } = node;
  if (!('nodes' in fields)) {
    const { parameters, ...others } = fields;
    return linesOf({ ...others, ...parameters });
  }
  return linesOf({ ...fields, nodes: fields.nodes.map(nameOf) });
}

/**
 * Writes one line for each field, in alphabetical order, since the order of fields has no meaning.
 */
const linesOf = (fields: Readonly<Record<string, unknown>>): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');

/**
 * Counts, for each name, the blocks and trials that have it. A block or trial with the same id in
 * both timelines counts once. If several have the same name, the list of changes appends their ids.
 */
function namesIn(timelines: readonly Parts[]): ReadonlyMap<string, number> {
  const idsOf = new Map<string, Set<string>>();
  for (const parts of timelines)
    for (const [id, { name }] of parts) idsOf.set(name, (idsOf.get(name) ?? new Set()).add(id));
  return new Map([...idsOf].map(([name, ids]) => [name, ids.size]));
}

const placeOf = (part: Part | undefined, id: string, names: ReadonlyMap<string, number>): string =>
  part && names.get(part.name) === 1 ? part.name : `${part?.name ?? ''} (${id})`;
