import type { Chance } from '../../support/seeded';

/** What a person does in a session that let them in. */
export interface Part {
  readonly talks: boolean;
  readonly actions: readonly ('start' | 'complete' | 'withdraw')[];
  /** The study's code fails for them, where it runs here. */
  readonly fails: boolean;
}

export const inChance = <T>(all: readonly T[], chance: Chance): T[] =>
  all
    .map((one) => [chance.random(), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);

const completes: Part['actions'] = ['start', 'complete'];
const ends = [completes, completes, ['start', 'withdraw']] as const;
const starts = [...ends, ['start']] as const;
const any = [...starts, []] as const;

/** How many participations of a session that runs here are over at least. */
export const overAtLeast = 6;

/**
 * The parts of so many people, in the order in which they come: by chance, but with enough of each
 * kind for what is looked for afterwards. One writes a message. In a session that runs here the first
 * stays at work, so that others work beside them, and of those that are over two failed; in others
 * one completes.
 */
export function partsOf(count: number, { is_hosted }: { is_hosted: boolean }, chance: Chance) {
  const one = (of: readonly Part['actions'][], more: Partial<Part> = {}): Part => ({
    talks: chance.int(3) === 0,
    actions: of[chance.int(of.length)] ?? [],
    fails: chance.int(2) === 0,
    ...more,
  });
  const some = (of: readonly Part['actions'][], n: number, more?: Partial<Part>) =>
    Array.from({ length: n }, () => one(of, more));
  const certain = is_hosted
    ? [...some([completes], 2, { fails: true }), ...some(ends, overAtLeast - 2)]
    : [one([completes])];
  const first = is_hosted ? [one([['start']])] : [];
  const others = some(is_hosted ? starts : any, count - certain.length - first.length);
  const parts = [...first, ...inChance([...certain, ...others], chance)];
  const writer = chance.int(count);
  return parts.map((part, at) => (at === writer ? { ...part, talks: true } : part));
}
