import type { Json } from './timeline-values';

/*
 * The parameters of the jsPsych plugins, as the plugins describe them (`info.parameters`).
 * scripts/timeline-plugins.mjs writes them from the installed packages into
 * contracts/timeline/timeline-plugins.json; do not edit that file by hand.
 */

export const parameterTypes = [
  'bool',
  'string',
  'int',
  'float',
  'function',
  /** The name of one key, as in KeyboardEvent.key: `f`, ` `, `Enter`. */
  'key',
  /** A list of names of keys, `ALL_KEYS` or `NO_KEYS`. */
  'keys',
  /** One of `options`. */
  'select',
  'html',
  /** Types of media: a file of the study, `{ "$file": "cat.png" }`, or an address. */
  'image',
  'audio',
  'video',
  'object',
  /** An object with the parts that `nested` describes. */
  'complex',
  /** Nested trials; no plugin of the builder has such a parameter. */
  'timeline',
] as const;
export type ParameterType = (typeof parameterTypes)[number];

export interface PluginParameter {
  type: ParameterType;
  /** Whether the parameter is a list of values of the type. */
  array: boolean;
  /** Whether the parameter is required: it has no default, and without it the trial cannot run. */
  required: boolean;
  /** Undefined where the parameter is required, or where the default is a function (`default_js`). */
  default?: Json;
  default_js?: string;
  options?: string[];
  /** The description by the plugin's authors, in English. */
  description: string;
  nested?: Record<string, PluginParameter>;
}

/** The groups of plugins in the builder's list. */
export const pluginGroups = [
  'text',
  'image',
  'audio',
  'video',
  'canvas',
  'task',
  'questions',
  'control',
] as const;
export type PluginGroup = (typeof pluginGroups)[number];

export interface TimelinePlugin {
  /** The plugin's `info.name`, by which a trial names it. */
  name: string;
  group: PluginGroup;
  /** The global variable that the plugin's browser file defines. */
  global: string;
  version: string;
  /** The description in English. */
  description: string;
  /** Whether the plugin supports jsPsych's simulation, for rehearsals. */
  simulates: boolean;
  parameters: Record<string, PluginParameter>;
  /** The descriptions of the data that the plugin records, by name, in English. */
  data: Record<string, string>;
}
/** The plugins by name, in alphabetical order. */
export type TimelinePlugins = Record<string, TimelinePlugin>;
