import type {
  TimelineBlock,
  TimelineNode,
  Trial,
} from '../../../../../contracts/timeline/timeline';
import {
  addNode,
  placeDroppedNode,
  duplicateNode,
  moveNode,
  removeNode,
  possibleMovesOf,
} from './moves.rule';
import { columnsAround, nodeAt, nodePathOf } from '../nodes/nodes.rule';

const block = (id: string, ...nodes: TimelineNode[]): TimelineBlock => ({
  id,
  type: 'block',
  name: id,
  nodes,
});
const trial = (id: string): Trial => ({
  id,
  type: 'trial',
  name: id,
  plugin: 'html-keyboard-response',
  parameters: {},
});
const drawn = (nodes: readonly TimelineNode[] | null | undefined): string =>
  (nodes ?? [])
    .map((one) => (one.type === 'block' ? `${one.name}(${drawn(one.nodes)})` : one.name))
    .join(' ');
const tree = [trial('a'), block('B', trial('c'), block('D')), trial('e')];

describe('the tree of a timeline', () => {
  it.each([
    ['a', 'up', ''],
    ['a', 'down', 'B(c D()) a e'],
    ['a', 'in', ''],
    ['e', 'in', 'a B(c D() e)'],
    ['e', 'up', 'a e B(c D())'],
    ['c', 'out', 'a B(D()) c e'],
    ['c', 'down', 'a B(D() c) e'],
    ['D', 'in', ''],
    ['D', 'out', 'a B(c) D() e'],
    ['nowhere', 'up', ''],
  ] as const)('moves %s %s by one step', (id, direction, after) => {
    expect(drawn(moveNode(tree, id, direction))).toBe(after);
  });

  it('tells in which directions a node can move', () => {
    expect(possibleMovesOf(tree, 'e')).toEqual({ up: true, down: false, in: true, out: false });
  });

  it('gets a new node inside the selected block, or else after the selected trial', () => {
    expect(drawn(addNode(tree, 'D', [trial('x')]))).toBe('a B(c D(x)) e');
    expect(drawn(addNode(tree, 'c', [trial('x')]))).toBe('a B(c x D()) e');
    expect(drawn(addNode(tree, '', [trial('x')]))).toBe('a B(c D()) e x');
  });

  it('gets a copy of a block whose content has new ids', () => {
    let n = 0;
    const copy = duplicateNode(tree, 'B', () => `n${++n}`);
    expect(drawn(copy?.nodes)).toBe('a B(c D()) B(c D()) e');
    expect(nodePathOf(copy?.nodes ?? [], copy?.id ?? '')).toEqual([2]);
    expect(nodeAt(copy?.nodes ?? [], [2, 0])?.id).toBe('n2');
  });

  it('selects the next node after a removal, else the previous one, else the block', () => {
    expect(removeNode(tree, 'a')?.id).toBe('B');
    expect(removeNode(tree, 'e')?.id).toBe('B');
    const one = removeNode(tree, 'c')?.nodes ?? [];
    expect(removeNode(one, 'D')).toMatchObject({ id: 'B' });
    expect(removeNode([trial('a')], 'a')).toEqual({ nodes: [], id: '' });
  });

  it.each([
    ['a', 'e', 'after', 'B(c D()) e a'],
    ['e', 'D', 'inside', 'a B(c D(e))'],
    ['e', 'c', 'before', 'a B(e c D())'],
    ['B', 'D', 'inside', ''],
    ['B', 'B', 'before', ''],
    ['a', 'e', 'inside', ''],
  ] as const)('lets %s be dropped at %s, %s', (id, target, place, after) => {
    expect(drawn(placeDroppedNode(tree, id, target, place))).toBe(after);
  });

  it('lists the columns of all tables around a trial, those of the nearest first', () => {
    const variables = (...columns: string[]) => ({ columns, rows: [] });
    const inner = { ...block('I', trial('t')), variables: variables('word', 'key') };
    const nodes = [{ ...block('O', inner), variables: variables('list', 'word') }];
    expect(columnsAround(nodes, 't')).toEqual(['word', 'key', 'list']);
    expect(columnsAround(nodes, 'I')).toEqual(['list', 'word']);
  });
});
