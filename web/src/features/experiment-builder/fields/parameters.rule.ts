import type {
  PluginParameter,
  TimelinePlugin,
} from '../../../../../contracts/timeline/timeline-plugins';
import {
  type Json,
  type Marker,
  markedIn,
} from '../../../../../contracts/timeline/timeline-values';
import { textOfValue } from './text-with-columns.rule';

/** Where the value of a parameter comes from. */
export const sources = ['value', '$var', '$condition', '$js'] as const;
export type Source = (typeof sources)[number];

/** Parameters that most people want to see at once, in this order. */
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
 * Which parameters are shown at once: those without which the trial cannot run, those that are set,
 * and the usual ones; all others are folded away.
 */
export function divided(
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

/** How a value is shown: a text with columns in it is typed as a text. */
export function sourceOf(parameter: PluginParameter, value: Json | undefined): Source {
  const marker: Marker | undefined = markedIn(value)?.marker;
  if (marker === undefined || marker === '$file') return takesCode(parameter) ? '$js' : 'value';
  const isTyped = isText(parameter) && textOfValue(value) !== null;
  if (marker === '$text') return isText(parameter) ? 'value' : '$js';
  return marker === '$js' && isTyped ? 'value' : marker;
}

/** What takes a function has no other kind of value. */
export const takesCode = ({ type }: PluginParameter): boolean => type === 'function';

/** Under another source, what can be kept of a value. */
export function underSource(source: Source, value: Json | undefined): Json | undefined {
  const marked = markedIn(value);
  if (source === 'value') return undefined;
  if (source === '$js') {
    if (marked?.marker === '$var') return { $js: `variable('${marked.text}')` };
    if (marked?.marker === '$js') return value;
    return { $js: value === undefined || marked ? '' : JSON.stringify(value) };
  }
  return { [source]: '' };
}

/** Beside a number: what it counts. */
export const unitOf = (name: string): 'ms' | null =>
  /(_duration|_delay|_interval|_time|^duration|^interval|_ms)$/.test(name) ? 'ms' : null;

/** What is used where nothing is set, in few letters; null where there is nothing to say. */
export function defaultText({ default: value, default_js: code }: PluginParameter): string | null {
  if (code !== undefined) return null;
  if (value === undefined || value === null || value === '') return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 60 ? null : text;
}

/** With a parameter set, or back to its default. */
export function withValue(
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
