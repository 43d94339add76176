import type {
  PluginParameter,
  TimelinePlugin,
} from '../../../../../contracts/timeline/timeline-plugins';
import {
  type Json,
  type ValueMarker,
  parseMarkedValue,
} from '../../../../../contracts/timeline/timeline-values';
import { textOfStoredValue } from './text-with-columns.rule';

/** Where the value of a parameter comes from. */
export const valueSources = ['value', '$var', '$condition', '$js'] as const;
export type ValueSource = (typeof valueSources)[number];

/** Parameters that most people want to see first, in this order. */
const usual = [
  'stimulus',
  'stimuli',
  'pages',
  'questions',
  'survey',
  'text',
  'message',
  'choices',
  'labels',
  'key_answer',
  'prompt',
  'preamble',
  'images',
  'audio',
  'video',
  'stimulus_duration',
  'trial_duration',
  'min',
  'max',
  'slider_start',
  'show_clickable_nav',
  'button_label',
];
const rank = (name: string): number => {
  const at = usual.indexOf(name);
  return at < 0 ? usual.length : at;
};

/**
 * Divides parameters into two groups. The form shows the first group from the start: required, set
 * and usual parameters. It folds the second group away.
 */
export function groupParameters(
  plugin: TimelinePlugin,
  set: Readonly<Record<string, unknown>>,
): { first: string[]; more: string[] } {
  const names = Object.keys(plugin.parameters);
  const isFirst = (name: string) =>
    plugin.parameters[name]?.required === true || name in set || rank(name) < usual.length;
  const order = (a: string, b: string) =>
    Number(plugin.parameters[b]?.required) - Number(plugin.parameters[a]?.required) ||
    rank(a) - rank(b);
  return {
    first: names.filter(isFirst).sort(order),
    more: names.filter((name) => !isFirst(name)),
  };
}

const isText = ({ type, array }: PluginParameter): boolean =>
  !array && (type === 'string' || type === 'html');

/** Returns the source of a value; a text with placeholders for columns counts as a fixed text. */
export function valueSourceOf(parameter: PluginParameter, value: Json | undefined): ValueSource {
  const marker: ValueMarker | undefined = parseMarkedValue(value)?.marker;
  if (marker === undefined || marker === '$file')
    return isCodeOnlyParameter(parameter) ? '$js' : 'value';
  const isTyped = isText(parameter) && textOfStoredValue(value) !== null;
  if (marker === '$text') return isText(parameter) ? 'value' : '$js';
  return marker === '$js' && isTyped ? 'value' : marker;
}

/** Whether the value of a parameter must be a function, so that it can only be code. */
export const isCodeOnlyParameter = ({ type }: PluginParameter): boolean => type === 'function';

/** Returns the value that stays when the researcher chooses a different source for a parameter. */
export function valueAfterSourceChange(
  source: ValueSource,
  value: Json | undefined,
): Json | undefined {
  const marked = parseMarkedValue(value);
  if (source === 'value') return undefined;
  if (source === '$js') {
    if (marked?.marker === '$var') return { $js: `variable('${marked.text}')` };
    if (marked?.marker === '$js') return value;
    return { $js: value === undefined || marked ? '' : JSON.stringify(value) };
  }
  return { [source]: '' };
}

/** Returns the unit that the form shows beside a number, by the name of the parameter. */
export const parameterUnitOf = (name: string): 'ms' | null =>
  /(_duration|_delay|_interval|_time|^duration|^interval|_ms)$/.test(name) ? 'ms' : null;

/**
 * Writes the default value as a short text. Returns null if the default is code, is empty, or has
 * more than 60 characters.
 */
export function defaultValueText({
  default: value,
  default_js: code,
}: PluginParameter): string | null {
  if (code !== undefined) return null;
  if (value === undefined || value === null || value === '') return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 60 ? null : text;
}

/** Returns the values with one parameter set, or reset to its default if `value` is undefined. */
export function withParameterValue(
  values: Readonly<Record<string, Json>>,
  name: string,
  value: Json | undefined,
): Record<string, Json> {
  const { [name]: _, ...others } = values;
  if (value === undefined) return others;
  return name in values
    ? Object.fromEntries(
        Object.entries(values).map(([key, old]) => [key, key === name ? value : old]),
      )
    : { ...others, [name]: value };
}
