import { numberOrTextOf, type AnswerColumn } from '../../research-data/answers/answer-columns.rule';

/*
 * An amount as an expression over the answers of one participant: `0.1 * sum(correct)`, `if(choice
 * == "left", 2, 0.5)`, `round(score / 20, 0.5)`. A name stands for the last value of a column of
 * the data; a name with special characters is written in backticks. The language has no loops and
 * no access to anything else, so the length of an expression bounds the time to evaluate it.
 */

export type ColumnLookup = (name: string) => AnswerColumn;
type Value = number | string | null;

export class InvalidExpression extends Error {}

export interface Expression {
  /** The columns that the expression reads. */
  readonly names: ReadonlySet<string>;
  /**
   * Computes the amount for one participant.
   * @returns null if a needed value is missing or is not a number
   */
  of(values: ColumnLookup): number | null;
}

type Node = (values: ColumnLookup) => Value;
const token =
  /\s*(?:(\d+(?:\.\d+)?|\.\d+)|"([^"]*)"|`([^`]+)`|([\p{L}_][\p{L}\p{N}_.]*)|(<=|>=|==|!=|[-+*/(),<>]))/uy;
type Token = { readonly kind: 'number' | 'text' | 'name' | 'quoted' | 'sign'; readonly is: string };
/**
 * The highest nesting depth: no readable expression is deeper, and evaluating this depth cannot
 * overflow the call stack.
 */
const deepest = 50;

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (text.slice(at).trim() !== '') {
    token.lastIndex = at;
    const found = token.exec(text);
    if (!found) throw new InvalidExpression(text.slice(at));
    const [, number, quote, back, name, sign] = found;
    if (number !== undefined) tokens.push({ kind: 'number', is: number });
    else if (quote !== undefined) tokens.push({ kind: 'text', is: quote });
    else if (back !== undefined) tokens.push({ kind: 'quoted', is: back });
    else if (name !== undefined) tokens.push({ kind: 'name', is: name });
    else tokens.push({ kind: 'sign', is: sign ?? '' });
    at = token.lastIndex;
  }
  return tokens;
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
/**
 * Makes a node that applies a function to the values of the given nodes. Its value is null if one
 * of these values is not a number.
 */
const numeric =
  (of: (...numbers: number[]) => number, ...nodes: readonly Node[]): Node =>
  (values) => {
    const numbers = nodes.map((node) => node(values));
    return numbers.every((one) => typeof one === 'number') ? finite(of(...numbers)) : null;
  };
const compared =
  (of: (one: number | string, other: number | string) => boolean, a: Node, b: Node): Node =>
  (values) => {
    const [one, other] = [a(values), b(values)];
    if (one === null || other === null || typeof one !== typeof other) return null;
    return of(one, other) ? 1 : 0;
  };
/**
 * Makes a node that compares two values: 1 if they are equal (or unequal, if `isWanted` is false),
 * otherwise 0; null if a value is missing. A text never equals a number.
 */
const equal =
  (isWanted: boolean, a: Node, b: Node): Node =>
  (values) => {
    const [one, other] = [a(values), b(values)];
    return one === null || other === null ? null : (one === other) === isWanted ? 1 : 0;
  };
const chosen =
  (condition: Node | undefined, yes: Node | undefined, no: Node | undefined): Node =>
  (values) => {
    const is = condition?.(values) ?? null;
    return is === null ? null : ((is === 0 || is === '' ? no : yes)?.(values) ?? null);
  };
/**
 * Rounds to the nearest multiple of the step, halves up; the small addition compensates for binary rounding errors.
 */
const toStep = (value: number, step = 1): number => Math.floor(value / step + 0.5 + 1e-9) * step;

interface Callable {
  /** The lowest and the highest number of arguments. */
  readonly takes: readonly [number, number];
  readonly of: (nodes: readonly Node[]) => Node;
}
const functions: ReadonlyMap<string, Callable> = new Map([
  ['min', { takes: [1, 20], of: (nodes) => numeric(Math.min, ...nodes) }],
  ['max', { takes: [1, 20], of: (nodes) => numeric(Math.max, ...nodes) }],
  ['round', { takes: [1, 2], of: (nodes) => numeric(toStep, ...nodes) }],
  ['abs', { takes: [1, 1], of: (nodes) => numeric(Math.abs, ...nodes) }],
  ['if', { takes: [3, 3], of: ([condition, yes, no]) => chosen(condition, yes, no) }],
  [
    'or',
    {
      takes: [2, 2],
      of:
        ([first, other]) =>
        (values) =>
          first?.(values) ?? other?.(values) ?? null,
    },
  ],
] satisfies [string, Callable][]);
/** Functions whose argument is a column name, and that read all rows of a participant. */
const ofRows: ReadonlyMap<string, (values: AnswerColumn) => number> = new Map([
  ['sum', ({ sum }: AnswerColumn) => sum],
  ['count', ({ count }: AnswerColumn) => count],
]);

/** @throws InvalidExpression */
export function parseExpression(text: string): Expression {
  const tokens = tokensOf(text);
  const names = new Set<string>();
  let at = 0;
  let depth = 0;
  const takes = (...signs: readonly string[]): string | undefined => {
    const next = tokens[at];
    if (next?.kind !== 'sign' || !signs.includes(next.is)) return undefined;
    at += 1;
    return next.is;
  };
  const must = (sign: string) => {
    if (!takes(sign)) throw new InvalidExpression(tokens[at]?.is ?? '');
  };
  const column = ({ is }: Token): string => {
    names.add(is);
    return is;
  };
  const lastOf = (named: Token): Node => {
    const read = column(named);
    return (values) => numberOrTextOf(values(read).last);
  };
  const called = (name: string): Node => {
    const next = tokens[at];
    const rows = ofRows.get(name);
    if (rows && next && (next.kind === 'name' || next.kind === 'quoted')) {
      at += 1;
      must(')');
      const read = column(next);
      return (values) => finite(rows(values(read)));
    }
    const found = functions.get(name);
    if (!found) throw new InvalidExpression(name);
    const nodes = [comparison()];
    while (takes(',')) nodes.push(comparison());
    must(')');
    if (nodes.length < found.takes[0] || nodes.length > found.takes[1])
      throw new InvalidExpression(name);
    return found.of(nodes);
  };
  const atom = (): Node => {
    const next = tokens[at];
    at += 1;
    if (!next) throw new InvalidExpression('');
    switch (next.kind) {
      case 'number':
        return () => Number(next.is);
      case 'text': {
        // A text of the expression is parsed like the texts of the data: "3" in an expression
        // equals both 3 and "3" in the data.
        const text = numberOrTextOf(next.is);
        return () => text;
      }
      case 'name':
        return takes('(') ? called(next.is) : lastOf(next);
      case 'quoted':
        return lastOf(next);
      case 'sign':
        if (next.is === '-') return numeric((one) => -one, atom());
        if (next.is !== '(') throw new InvalidExpression(next.is);
        return inner();
    }
  };
  const inner = (): Node => {
    const node = comparison();
    must(')');
    return node;
  };
  const product = (): Node => {
    let node = atom();
    for (let sign = takes('*', '/'); sign; sign = takes('*', '/'))
      node = numeric(sign === '*' ? (a, b) => a * b : (a, b) => a / b, node, atom());
    return node;
  };
  const sum = (): Node => {
    let node = product();
    for (let sign = takes('+', '-'); sign; sign = takes('+', '-'))
      node = numeric(sign === '+' ? (a, b) => a + b : (a, b) => a - b, node, product());
    return node;
  };
  const comparison = (): Node => {
    depth += 1;
    if (depth > deepest) throw new InvalidExpression('(');
    const node = sum();
    const sign = takes('<=', '>=', '<', '>', '==', '!=');
    const whole = sign ? comparedBy(sign, node, sum()) : node;
    depth -= 1;
    return whole;
  };
  const whole = comparison();
  if (at < tokens.length) throw new InvalidExpression(tokens[at]?.is ?? '');
  return {
    names,
    of: (values) => {
      const value = whole(values);
      return typeof value === 'number' ? value : null;
    },
  };
}

function comparedBy(sign: string, a: Node, b: Node): Node {
  switch (sign) {
    case '==':
    case '!=':
      return equal(sign === '==', a, b);
    case '<':
      return compared((one, other) => one < other, a, b);
    case '>':
      return compared((one, other) => one > other, a, b);
    case '<=':
      return compared((one, other) => one <= other, a, b);
    default:
      return compared((one, other) => one >= other, a, b);
  }
}

/**
 * Converts an amount to minor units, rounded half up, between 0 and `most`.
 * @param value in units of the currency
 * @param digits how many decimals the currency has
 * @returns minor units
 */
export const toPayableMinorUnits = (value: number, digits: number, most: number): number =>
  Math.min(most, Math.max(0, toStep(value * 10 ** digits)));
