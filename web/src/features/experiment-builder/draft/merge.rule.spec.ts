import {
  type TimelineBlock,
  emptyTimeline,
  type Timeline,
  type TimelineNode,
  type Trial,
} from '../../../../../contracts/timeline/timeline';
import { isEqualJson, mergeTimelines } from './merge.rule';

const trial = (id: string, stimulus = ''): Trial => ({
  id,
  type: 'trial',
  name: id,
  plugin: 'html-keyboard-response',
  parameters: { stimulus },
});
const block = (id: string, ...nodes: TimelineNode[]): TimelineBlock => ({
  id,
  type: 'block',
  name: id,
  nodes,
});
const of = (...nodes: TimelineNode[]): Timeline => ({ ...emptyTimeline('T', 'en'), nodes });
const drawn = (nodes: readonly TimelineNode[]): string =>
  nodes
    .map((one) =>
      one.type === 'block'
        ? `${one.id}(${drawn(one.nodes)})`
        : `${one.id}${(one.parameters.stimulus as string | undefined) ?? ''}`,
    )
    .join(' ');
const base = of(trial('a'), block('B', trial('c')), trial('e'));

describe('a timeline that two people changed concurrently', () => {
  it.each<[string, Timeline, Timeline, string, string[]]>([
    [
      'different trials go together',
      of(trial('a', '1'), block('B', trial('c')), trial('e')),
      of(trial('a'), block('B', trial('c', '2')), trial('e')),
      'a1 B(c2) e',
      [],
    ],
    [
      'what both added stays',
      of(trial('a'), trial('x'), block('B', trial('c')), trial('e')),
      of(trial('a'), block('B', trial('c'), trial('y')), trial('e')),
      'a x B(c y) e',
      [],
    ],
    [
      'also in the same place',
      of(trial('a'), trial('x'), block('B', trial('c')), trial('e')),
      of(trial('a'), block('B', trial('c')), trial('e'), trial('y')),
      'a x B(c) e y',
      [],
    ],
    [
      'what one removed is gone',
      of(block('B', trial('c')), trial('e')),
      of(trial('a'), block('B', trial('c', '2')), trial('e')),
      'B(c2) e',
      [],
    ],
    [
      'unless the other changed it',
      of(trial('a', '1'), block('B', trial('c')), trial('e')),
      of(block('B', trial('c')), trial('e')),
      'B(c) e a1',
      ['a'],
    ],
    [
      'a move and a change go together',
      of(trial('a'), block('B'), trial('e'), trial('c')),
      of(trial('a'), block('B', trial('c', '2')), trial('e')),
      'a B() e c2',
      [],
    ],
    [
      'of one trial that both changed, mine is kept and it is named',
      of(trial('a', '1'), block('B', trial('c')), trial('e')),
      of(trial('a', '2'), block('B', trial('c')), trial('e')),
      'a1 B(c) e',
      ['a'],
    ],
  ])('%s', (_, mine, theirs, after, both) => {
    const result = mergeTimelines(base, mine, theirs, 'mine');
    expect([drawn(result.timeline.nodes), result.both]).toEqual([after, both]);
  });

  it('takes the other person’s version of a conflict when the person chooses it', () => {
    const mine = { ...of(trial('a', '1')), title: 'Mine' };
    const theirs = { ...of(trial('a', '2')), title: 'Theirs' };
    const result = mergeTimelines(of(trial('a')), mine, theirs, 'theirs');
    expect(result.timeline).toEqual(theirs);
    expect(result.both).toEqual(['a', '']);
  });

  it('keeps both blocks when each was moved into the other', () => {
    const start = of(block('A'), block('B'));
    const mine = of(block('B', block('A')));
    const theirs = of(block('A', block('B')));
    expect(mergeTimelines(start, mine, theirs, 'mine').timeline).toEqual(mine);
  });

  it('has no conflict if objects differ only in the order of their keys', () => {
    expect(isEqualJson({ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1 })).toBe(true);
    expect(isEqualJson({ a: 1 }, { a: 2 })).toBe(false);
  });
});
