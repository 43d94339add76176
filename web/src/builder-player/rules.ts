import type {
  TimelineFlowCondition,
  SimpleFlowCondition,
} from '../../../contracts/timeline/timeline';
import type { TrialValues } from './js-psych';

/**
 * The condition that was drawn, with its name and its values; null if the study has no conditions.
 */
export type DrawnCondition = Readonly<Record<string, unknown>> | null;

const isNumber = (value: unknown): value is number => typeof value === 'number';

/**
 * Whether two values count as the same response. The number 5 equals the text "5", since tables
 * from CSV contain texts. Case is ignored: a keyboard key may be written in upper or lower case.
 */
export function isSameResponse(given: unknown, right: unknown): boolean {
  if (given === right) return true;
  if (given == null || right == null) return given == null && right == null;
  if (typeof given === 'object' || typeof right === 'object')
    return JSON.stringify(given) === JSON.stringify(right);
  // eslint-disable-next-line @typescript-eslint/no-base-to-string -- neither is an object
  return String(given).toLowerCase() === String(right).toLowerCase();
}

function compares(value: unknown, { is, value: other }: SimpleFlowCondition): boolean {
  if (is === 'equal') return isSameResponse(value, other);
  if (is === 'not_equal') return !isSameResponse(value, other);
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

/**
 * Evaluates a rule that needs no JavaScript.
 * @param data the data of the trials that the rule examines
 */
export function simpleConditionHolds(
  rule: SimpleFlowCondition,
  data: readonly TrialValues[],
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
      // If no trial has the field, the share of right answers is unknown. The rule then counts as
      // not fulfilled, so that a loop with this rule does not repeat its block.
      return trials.length > 0 && compares(right.length / trials.length, rule);
    }
  }
}

export const isScriptCondition = (rule: TimelineFlowCondition): rule is { $js: string } =>
  '$js' in rule;
