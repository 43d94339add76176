import { batchSessionLimits } from './batch-session-limits';
import type { BatchChangeOutcome } from './batch-session';
import {
  sortMemberNames,
  isNestedDeeperThan,
  isSameJson,
  minJsonLength,
  applyPatch,
  PatchRefused,
  valueAtPointer,
  type JsonValue,
  type PatchOperation,
} from './json-patch.rule';

export interface ExpectedDocumentValue {
  readonly path: string;
  /** The value that a page expects at the place; undefined if it expects that nothing is there. */
  readonly value?: JsonValue | undefined;
}
/** What a page wants to change, and which values of the document it expects. */
export interface BatchSessionChange {
  readonly patch: readonly PatchOperation[];
  readonly expects: readonly ExpectedDocumentValue[];
}
export type BatchChangeResult =
  | { readonly outcome: 'applied'; readonly document: JsonValue; readonly text: string }
  | { readonly outcome: Exclude<BatchChangeOutcome, 'applied'> };

/**
 * Returns the document after a patch, or undefined if it would have more characters than allowed. A
 * copy can double the size of the document, and many copies would exceed any memory. So the
 * function checks the size before each operation that copies.
 * @throws PatchRefused
 */
function afterPatch(document: JsonValue, patch: readonly PatchOperation[]): JsonValue | undefined {
  let after = document;
  let copied = 0;
  const own = new WeakSet<object>();
  for (const operation of patch) {
    if (operation.op === 'copy')
      copied += minJsonLength(valueAtPointer(after, operation.from), batchSessionLimits.bytes);
    if (copied > batchSessionLimits.bytes) return undefined;
    after = applyPatch(after, [operation], own);
  }
  return after;
}

/**
 * Applies a page's change to the shared document, if the document still has the values that the
 * page expects; returns the result.
 */
export function applyBatchSessionChange(
  document: JsonValue,
  { patch, expects }: BatchSessionChange,
): BatchChangeResult {
  try {
    if (!expects.every(({ path, value }) => isSameJson(valueAtPointer(document, path), value)))
      return { outcome: 'changed' };
    const after = afterPatch(document, patch);
    if (after === undefined) return { outcome: 'too_large' };
    if (isNestedDeeperThan(after, batchSessionLimits.depth)) return { outcome: 'too_deep' };
    const sorted = sortMemberNames(after);
    const text = JSON.stringify(sorted);
    if (new TextEncoder().encode(text).length > batchSessionLimits.bytes)
      return { outcome: 'too_large' };
    return { outcome: 'applied', document: sorted, text };
  } catch (error) {
    if (error instanceof PatchRefused) return { outcome: error.fault };
    throw error;
  }
}
