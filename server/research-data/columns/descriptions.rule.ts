import type { VariableDescription } from '../../../contracts/research-data/study-variables';
import { isEmptyValue, type StoredVariable } from '../../studies/variables/variables.rule';
import type { ExportTexts } from '../research-data-texts';
import type { Column } from './column.rule';
import { pluginDescriptions } from './plugin-descriptions.generated';

/** The researchers' descriptions of the study's variables, by column name. */
export type VariableDescriptions = ReadonlyMap<string, VariableDescription>;

export const descriptionsByVariable = (all: readonly StoredVariable[]): VariableDescriptions =>
  new Map(all.map(({ version: _, ...words }) => [words.name, words]));

/** Columns that jsPsych itself writes into each trial. */
const ofJsPsych = ['trial_type', 'trial_index', 'time_elapsed'] as const;

/**
 * Adds descriptions to the columns that jsPsych itself writes into each trial, and to the columns
 * of the plugins that the trials name in `trial_type`. If several plugins record the same column,
 * its description names each of them. Columns that a study added, or that come from unknown
 * plugins, get no description.
 */
export function withPluginDescriptions(
  columns: readonly Column[],
  t: ExportTexts,
): readonly Column[] {
  const names = new Set(columns.map(({ name }) => name));
  const isOfJsPsych = ofJsPsych.every((name) => names.has(name));
  const types = columns.find(({ name }) => name === 'trial_type')?.levels ?? [];
  const plugins = types.map(String).filter((type) => Object.hasOwn(pluginDescriptions, type));
  return columns.map((column) => {
    const own = isOfJsPsych ? ofJsPsych.find((name) => name === column.name) : undefined;
    const description = own ? t(`columns.${own}`) : saidBy(plugins, column.name);
    if (description === undefined) return column;
    const isTime = own === 'time_elapsed' || /\bmilliseconds\b/i.test(description);
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

/**
 * Adds the researcher's descriptions to the columns. They replace the descriptions of plugins. If
 * the researcher left a field empty, the plugin's text stays.
 */
export const withResearcherDescriptions = (
  columns: readonly Column[],
  words: VariableDescriptions,
): readonly Column[] =>
  columns.map((column) => {
    const said = words.get(column.name);
    if (!said) return column;
    const { name: _, levels: labels, ...described } = said;
    const isOther = described.description !== '' && column.description !== undefined;
    return {
      ...column,
      ...(isOther && { recorded_description: column.description }),
      ...withoutEmpty(described),
      ...withoutEmpty({ labels }),
    };
  });

const withoutEmpty = <T extends Readonly<Record<string, string | readonly unknown[]>>>(
  described: T,
): Partial<T> =>
  Object.fromEntries(
    Object.entries(described).filter(([, value]) => !isEmptyValue(value)),
  ) as Partial<T>;
