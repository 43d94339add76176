import type { Rule, SimpleRule } from '../../../contracts/timeline/timeline';
import type { Values } from './js-psych';

/** What was drawn: its name and the values of its line; null where nothing is. */
export type DrawnCondition = Readonly<Record<string, unknown>> | null;

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** As people mean it: tables from CSV have numbers as texts, keys are named in upper and lower case. */
export function sameResponse(given: unknown, right: unknown): boolean {
  if (given === right) return true;
  if (given == null || right == null) return given == null && right == null;
  if (typeof given === 'object' || typeof right === 'object')
    return JSON.stringify(given) === JSON.stringify(right);
  // eslint-disable-next-line @typescript-eslint/no-base-to-string -- neither is an object
  return String(given).toLowerCase() === String(right).toLowerCase();
}

function compares(value: unknown, { is, value: other }: SimpleRule): boolean {
  if (is === 'equal') return sameResponse(value, other);
  if (is === 'not_equal') return !sameResponse(value, other);
  const [left, right] = [isNumber(value) ? value : Number(value ?? NaN), Number(other ?? NaN)];
  switch (is) {
    case 'less':
      return left < right;
    case 'at_most':
      return left <= right;
    case 'greater':
      return left > right;
    case 'at_least':
      return left >= right;
  }
}

/** What a rule without JavaScript says. @param data of the trials that it looks at */
export function simpleRuleHolds(
  rule: SimpleRule,
  data: readonly Values[],
  condition: DrawnCondition,
): boolean {
  switch (rule.of) {
    case 'condition':
      return compares(condition?.[rule.field] ?? null, rule);
    case 'last':
      return compares(data.at(-1)?.[rule.field] ?? null, rule);
    case 'share': {
      const trials = data.filter((one) => rule.field in one);
      const right = trials.filter((one) => one[rule.field] === true);
      // Of no trial there is no share: nothing is to be repeated for that.
      return trials.length > 0 && compares(right.length / trials.length, rule);
    }
  }
}

export const isJs = (rule: Rule): rule is { $js: string } => '$js' in rule;
