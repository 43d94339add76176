import {
  emptyVariableDescription,
  variableLimits,
  type ValueLabel,
  type VariableDescription,
} from '../../../contracts/research-data/study-variables';

export interface StoredVariable extends VariableDescription {
  readonly version: string;
}
/**
 * A description of a variable that a researcher wants to store. `version`: the version of the
 * stored description on which it is based; null if there was none.
 */
export interface VariableDescriptionInput extends VariableDescription {
  readonly version: string | null;
}
export type VariableChanges =
  | { readonly refused: 'variable_changed' | 'too_many_variables' }
  | { readonly refused: null; readonly write: VariableDescription[]; readonly remove: string[] };

const properties = Object.keys(
  emptyVariableDescription,
) as (keyof typeof emptyVariableDescription)[];

export const isEmptyValue = (value: string | readonly unknown[]): boolean => value.length === 0;
export const hasNoDescription = (words: Omit<VariableDescription, 'name'>): boolean =>
  properties.every((property) => isEmptyValue(words[property]));

const textOf = (words: Omit<VariableDescription, 'name'>): string =>
  JSON.stringify(properties.map((property) => inOrder(words[property])));
/**
 * Converts a part of a description for a comparison as JSON. PostgreSQL may return the properties
 * of level labels in a different order than they were stored, so they are put into a fixed order.
 */
const inOrder = (value: string | readonly ValueLabel[]) =>
  typeof value === 'string' ? value : value.map(({ value: level, label }) => [level, label]);

/**
 * Compares a call's descriptions with the stored ones and returns which ones to write and to
 * remove, or the reason to refuse all of them. A description that equals the stored one is left
 * out, whatever version it was based on, so that a call can be repeated.
 */
export function variableChangesOf(
  stored: ReadonlyMap<string, StoredVariable>,
  given: readonly VariableDescriptionInput[],
): VariableChanges {
  const changed = given.filter(
    (one) => textOf(one) !== textOf(stored.get(one.name) ?? emptyVariableDescription),
  );
  if (changed.some(({ name, version }) => version !== (stored.get(name)?.version ?? null)))
    return { refused: 'variable_changed' };
  const after = new Map<string, VariableDescription>(stored);
  for (const { version: _, ...words } of changed)
    if (hasNoDescription(words)) after.delete(words.name);
    else after.set(words.name, words);
  if (!isWithinLimits([...after.values()])) return { refused: 'too_many_variables' };
  return {
    refused: null,
    write: changed.filter((one) => !hasNoDescription(one)).map(({ version: _, ...words }) => words),
    remove: changed.filter(hasNoDescription).map(({ name }) => name),
  };
}

/**
 * Whether the descriptions of one study are within its limits: their number, and their characters
 * in total.
 */
export function isWithinLimits(all: readonly VariableDescription[]): boolean {
  const characters = all.reduce((sum, one) => sum + one.name.length + textOf(one).length, 0);
  return all.length <= variableLimits.ofStudy && characters <= variableLimits.characters;
}
