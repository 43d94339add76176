import type { ResourceEntry } from '../entries/entry.rule';

/** The selected entries by their keys, and the line from which a range begins. */
export interface EntrySelection {
  readonly chosen: ReadonlyMap<string, ResourceEntry>;
  readonly anchor: number;
}
export const nothingSelected: EntrySelection = { chosen: new Map(), anchor: 0 };

type At = (index: number) => ResourceEntry | undefined;

export const selectOnly = (at: At, index: number): EntrySelection => {
  const entry = at(index);
  return { chosen: new Map(entry ? [[entry.key, entry]] : []), anchor: index };
};
export function toggleSelected({ chosen }: EntrySelection, at: At, index: number): EntrySelection {
  const entry = at(index);
  const next = new Map(chosen);
  if (entry && !next.delete(entry.key)) next.set(entry.key, entry);
  return { chosen: next, anchor: index };
}
/** Selects all lines between the line that was chosen last (`anchor`) and the line `index`. */
export function selectUpTo({ anchor }: EntrySelection, at: At, index: number): EntrySelection {
  const chosen = new Map<string, ResourceEntry>();
  for (let i = Math.min(anchor, index); i <= Math.max(anchor, index); i++) {
    const entry = at(i);
    if (entry) chosen.set(entry.key, entry);
  }
  return { chosen, anchor };
}
export const selectAllEntries = (entries: readonly ResourceEntry[]): EntrySelection => ({
  chosen: new Map(entries.map((entry) => [entry.key, entry])),
  anchor: 0,
});

/**
 * Returns the index of the line to which a key moves the focus.
 * @param columns the number of columns of the grid; 1 in the table
 * @returns undefined if the key does not move the focus
 */
export function lineToFocusAfterKey(
  key: string,
  at: number,
  count: number,
  columns: number,
): number | undefined {
  const page = 10 * columns;
  const steps: Partial<Record<string, number>> = {
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
    ...(columns > 1 && { ArrowRight: at + 1, ArrowLeft: at - 1 }),
  };
  const to = steps[key];
  return to === undefined || count === 0 ? undefined : Math.max(0, Math.min(count - 1, to));
}
