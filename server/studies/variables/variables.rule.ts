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
 * stored description that the researcher changed; null if no description was stored.
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
 * Prepares one property of a description for a comparison as JSON text. PostgreSQL may change the
 * order of the properties in an object. So the value and the label of each level become a list.
 */
const inOrder = (value: string | readonly ValueLabel[]) =>
  typeof value === 'string' ? value : value.map(({ value: level, label }) => [level, label]);

/**
 * Compares the descriptions of a call with the stored descriptions. Returns which descriptions to
 * write and to remove, or the reason to refuse the whole call. Ignores a description that equals
 * the stored one, and does not check its version. So a client may repeat a call.
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
