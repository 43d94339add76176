/*
 * The conditions of a questionnaire, in a subset of the language of SurveyJS: `{age} >= 18 and
 * ({pet} = 'cat' or {pet} empty)`. Comparisons: = != > >= < <= contains notcontains anyof empty
 * notempty; they are joined by and, or, not and parentheses.
 */

export type Scalar = string | number | boolean | null;
const operators = {
  '=': '=',
  '==': '=',
  equal: '=',
  '!=': '!=',
  '<>': '!=',
  notequal: '!=',
  '>': '>',
  greater: '>',
  '>=': '>=',
  greaterorequal: '>=',
  '<': '<',
  less: '<',
  '<=': '<=',
  lessorequal: '<=',
  contains: 'contains',
  notcontains: 'notcontains',
  anyof: 'anyof',
} as const;
type Operator = (typeof operators)[keyof typeof operators];
type Operand = { name: string } | { value: Scalar | Scalar[] };
export type AnswerCondition =
  | { join: 'and' | 'or'; parts: AnswerCondition[] }
  | { not: AnswerCondition }
  | { left: Operand; operator: Operator; right: Operand }
  | { left: Operand; operator: 'empty' | 'notempty' };

/** The answers so far, by question; a question without an answer has no entry. */
export type SurveyAnswers = Readonly<Record<string, unknown>>;

const tokens =
  /\s*(?:(\{[^{}]*\})|('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?)(?![\w.])|(<>|[<>!=]=|[<>=()[\],])|([A-Za-z]+))/y;
interface Token {
  kind: 'name' | 'text' | 'number' | 'sign' | 'word';
  text: string;
}

function tokensOf(expression: string): Token[] | null {
  const found: Token[] = [];
  const kinds = ['name', 'text', 'number', 'sign', 'word'] as const;
  tokens.lastIndex = 0;
  while (tokens.lastIndex < expression.trimEnd().length) {
    const match = tokens.exec(expression);
    if (!match) return null;
    const at = match.slice(1).findIndex((part) => part !== undefined);
    found.push({ kind: kinds[at] ?? 'word', text: match[at + 1] ?? '' });
  }
  return found;
}

class Unreadable extends Error {}
/** How deep parentheses and `not` may be nested. */
const deepest = 50;

class Reader {
  private at = 0;
  private depth = 0;
  constructor(private readonly all: readonly Token[]) {}

  whole(): AnswerCondition {
    const condition = this.joined('or');
    if (this.at < this.all.length) throw new Unreadable();
    return condition;
  }

  private joined(join: 'and' | 'or'): AnswerCondition {
    const one = () => (join === 'or' ? this.joined('and') : this.negated());
    const parts = [one()];
    while (this.takes(join)) parts.push(one());
    const [first] = parts;
    return parts.length === 1 && first ? first : { join, parts };
  }

  private negated(): AnswerCondition {
    if (++this.depth > deepest) throw new Unreadable();
    try {
      if (this.takes('not') || this.takes('!')) return { not: this.negated() };
      if (!this.takes('(')) return this.comparison();
      const inner = this.joined('or');
      if (!this.takes(')')) throw new Unreadable();
      return inner;
    } finally {
      this.depth--;
    }
  }

  private comparison(): AnswerCondition {
    const left = this.operand();
    const { text = '', kind } = this.next() ?? {};
    const word = kind === 'word' ? text.toLowerCase() : text;
    if (word === 'empty' || word === 'notempty') return { left, operator: word };
    if (!Object.hasOwn(operators, word)) throw new Unreadable();
    return { left, operator: operators[word as keyof typeof operators], right: this.operand() };
  }

  private operand(): Operand {
    const token = this.next();
    if (token?.kind === 'name') return { name: token.text.slice(1, -1).trim() };
    if (token?.kind === 'sign' && token.text === '[') return { value: this.list() };
    return { value: this.scalar(token) };
  }

  private list(): Scalar[] {
    const values: Scalar[] = [];
    if (this.takes(']')) return values;
    do values.push(this.scalar(this.next()));
    while (this.takes(','));
    if (!this.takes(']')) throw new Unreadable();
    return values;
  }

  private scalar(token: Token | undefined): Scalar {
    if (token?.kind === 'text') return token.text.slice(1, -1).replace(/\\(.)/g, '$1');
    if (token?.kind === 'number') return Number(token.text);
    const word = token?.kind === 'word' ? token.text.toLowerCase() : '';
    if (word === 'true' || word === 'false') return word === 'true';
    throw new Unreadable();
  }

  private next = (): Token | undefined => this.all[this.at++];
  private takes(text: string): boolean {
    const token = this.all[this.at];
    if (!token || token.kind === 'text' || token.text.toLowerCase() !== text) return false;
    this.at++;
    return true;
  }
}

/** Parses a condition; null where it cannot be parsed. */
export function parseCondition(expression: string): AnswerCondition | null {
  const all = tokensOf(expression);
  if (!all || all.length === 0) return null;
  try {
    return new Reader(all).whole();
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** Returns the names of the questions whose answers a condition uses. */
export function questionsInCondition(condition: AnswerCondition): string[] {
  if ('parts' in condition) return condition.parts.flatMap(questionsInCondition);
  if ('not' in condition) return questionsInCondition(condition.not);
  return [condition.left, ...('right' in condition ? [condition.right] : [])].flatMap((one) =>
    'name' in one ? [one.name] : [],
  );
}

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);
const same = (a: unknown, b: unknown): boolean => {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one) => b.some((other) => same(one, other)));
  // Compares as texts, since the answer to a number field, or the value of a choice, may be a text.
  return a === b || (!isEmpty(a) && !isEmpty(b) && String(a) === String(b));
};
const has = (list: unknown, value: unknown) =>
  Array.isArray(list)
    ? [value].flat().every((one) => list.some((other) => same(other, one)))
    : typeof list === 'string' && list.toLowerCase().includes(String(value).toLowerCase());

function order(a: unknown, b: unknown): number {
  if (isEmpty(a) || isEmpty(b)) return NaN;
  const [left, right] = [Number(a), Number(b)];
  if (!Number.isNaN(left) && !Number.isNaN(right)) return left - right;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}

/** Whether the condition is true for these answers. */
export function isConditionTrue(condition: AnswerCondition, answers: SurveyAnswers): boolean {
  if ('parts' in condition)
    return condition.join === 'and'
      ? condition.parts.every((one) => isConditionTrue(one, answers))
      : condition.parts.some((one) => isConditionTrue(one, answers));
  if ('not' in condition) return !isConditionTrue(condition.not, answers);
  const valueOf = (operand: Operand): unknown =>
    'name' in operand
      ? Object.hasOwn(answers, operand.name)
        ? answers[operand.name]
        : undefined
      : operand.value;
  const left = valueOf(condition.left);
  if (!('right' in condition)) return isEmpty(left) === (condition.operator === 'empty');
  const right = valueOf(condition.right);
  switch (condition.operator) {
    case '=':
      return same(left, right);
    case '!=':
      return !same(left, right);
    case '>':
      return order(left, right) > 0;
    case '>=':
      return order(left, right) >= 0;
    case '<':
      return order(left, right) < 0;
    case '<=':
      return order(left, right) <= 0;
    case 'contains':
      return has(left, right);
    case 'notcontains':
      return !has(left, right);
    case 'anyof':
      return [right].flat().some((one) => [left].flat().some((other) => same(other, one)));
  }
}
