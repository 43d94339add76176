import type { CodebookEntry } from './codebook.rule';
import { pluginDescriptions } from './plugin-descriptions.rule';

/** What jsPsych itself writes into each trial. */
const ofJsPsych: Readonly<Record<string, string>> = {
  trial_type: 'The plugin of jsPsych that ran the trial',
  trial_index: 'The place of the trial among those that the participant saw, from 0',
  time_elapsed: 'Milliseconds from the start of the study to the end of the trial',
};

/**
 * The study's columns, with what jsPsych says of those that it writes into each trial, and what the
 * plugins that the trials name in `trial_type` say of theirs. Where several plugins record a column,
 * each is named; of what a study added, or of plugins that are not known, nothing is said.
 */
export function describedByPlugins(columns: readonly CodebookEntry[]): readonly CodebookEntry[] {
  const names = new Set(columns.map(({ name }) => name));
  const isOfJsPsych = Object.keys(ofJsPsych).every((name) => names.has(name));
  const types = columns.find(({ name }) => name === 'trial_type')?.levels ?? [];
  const plugins = types.map(String).filter((type) => Object.hasOwn(pluginDescriptions, type));
  return columns.map((column) => {
    const isOwn = isOfJsPsych && Object.hasOwn(ofJsPsych, column.name);
    const description = isOwn ? ofJsPsych[column.name] : saidBy(plugins, column.name);
    if (description === undefined) return column;
    const isTime = /\bmilliseconds\b/i.test(description);
    return { ...column, description, ...(isTime && { unit: 'ms' }) };
  });
}

function saidBy(plugins: readonly string[], column: string): string | undefined {
  const said = plugins.flatMap((plugin) => {
    const of = pluginDescriptions[plugin] ?? {};
    return Object.hasOwn(of, column) ? [{ plugin, text: of[column] ?? '' }] : [];
  });
  if (new Set(said.map(({ text }) => text)).size === 1) return said[0]?.text;
  return said.length > 0
    ? said.map(({ plugin, text }) => `${plugin}: ${text}`).join(' ')
    : undefined;
}
