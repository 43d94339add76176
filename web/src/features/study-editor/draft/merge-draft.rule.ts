import {
  type DraftField,
  type DraftValue,
  type DraftValues,
  draftFieldsOf,
  isSameDraftValue,
} from './draft-values.rule';

export type DraftConflicts = Partial<Record<DraftField, DraftValue>>;

/**
 * Merges the changes of two researchers (docs/decisions/study-launch.md). If only one of them
 * changed a field, that change counts. If they changed a field differently, `values` keeps the
 * value of this window, `conflicts` gets the other value, and the researcher chooses later.
 * @param base the state from which both researchers began
 * @param conflicts the conflicts that are still open; a conflict ends if both values are equal
 */
export function mergeDraft(
  base: DraftValues,
  mine: DraftValues,
  theirs: DraftValues,
  conflicts: DraftConflicts,
): { values: DraftValues; conflicts: DraftConflicts } {
  const values: Record<string, DraftValue> = { ...mine };
  const open: DraftConflicts = {};
  for (const field of draftFieldsOf(mine)) {
    const [own, old, other] = [mine[field], base[field], theirs[field]];
    if (isSameDraftValue(field, own, other)) continue;
    if (field in conflicts) open[field] = other;
    else if (isSameDraftValue(field, own, old)) values[field] = other;
    else if (!isSameDraftValue(field, other, old)) open[field] = other;
  }
  return { values: values as unknown as DraftValues, conflicts: open };
}
