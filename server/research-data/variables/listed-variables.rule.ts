import { isPlainText } from '../../../contracts/base/fields';
import {
  emptyVariableDescription,
  variableLimits,
  type StudyVariable,
} from '../../../contracts/research-data/study-variables';
import type { StoredVariable } from '../../studies/variables/variables.rule';
import type { Column } from '../columns/column.rule';

export interface ExternalDataColumn {
  readonly table: string;
  readonly name: string;
  readonly label: string | null;
}
type Found = Pick<StudyVariable, 'type' | 'recorded_description'> & { readonly tables: string[] };

/** Whether a variable can have a description: its name is not too long and can be stored. */
const isListed = (name: string) =>
  name.length <= variableLimits.name && isPlainText(name) && name !== '';

/**
 * Lists the columns of the data, then the columns of external files, then described variables that
 * were not found.
 */
export function listedVariables(
  data: readonly Column[],
  outside: readonly ExternalDataColumn[],
  stored: readonly StoredVariable[],
): { items: StudyVariable[]; more: boolean } {
  const found = new Map<string, Found>();
  for (const { name, type, description } of data)
    found.set(name, { type, tables: ['data'], recorded_description: description ?? null });
  for (const { table, name, label } of outside) {
    const known = found.get(name);
    if (known) known.tables.push(table);
    else found.set(name, { type: null, tables: [table], recorded_description: label });
  }
  const nowhere: Found = { type: null, tables: [], recorded_description: null };
  for (const { name } of stored) if (!found.has(name)) found.set(name, nowhere);
  const said = new Map(stored.map((one) => [one.name, one]));
  const items = [...found]
    .filter(([name]) => isListed(name))
    .map(([name, column]): StudyVariable => {
      const words = said.get(name) ?? { ...emptyVariableDescription, version: null };
      return { name, ...column, ...words };
    });
  const { listed } = variableLimits;
  if (items.length <= listed) return { items, more: false };
  // Described variables are always listed, so that they can be changed.
  let room = listed - stored.length;
  return { items: items.filter(({ version }) => version !== null || room-- > 0), more: true };
}
