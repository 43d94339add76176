import { limits } from '../../../contracts/base/limits';
import type { BatchOutcome } from '../../../contracts/batch-session';
import {
  inOrderOfNames,
  isDeeperThan,
  isSame,
  patched,
  PatchRefused,
  valueAt,
  type JsonValue,
  type PatchOperation,
} from '../../../contracts/json-patch.rule';

export interface Expected {
  readonly path: string;
  /** Undefined: nothing is there. */
  readonly value?: JsonValue | undefined;
}
export interface Asked {
  readonly patch: readonly PatchOperation[];
  readonly expects: readonly Expected[];
}
export type Changed =
  | { readonly outcome: 'applied'; readonly document: JsonValue; readonly text: string }
  | { readonly outcome: Exclude<BatchOutcome, 'applied'> };

/** What becomes of a shared document that a page wants to change, which knows so much of it. */
export function changedDocument(document: JsonValue, { patch, expects }: Asked): Changed {
  try {
    if (!expects.every(({ path, value }) => isSame(valueAt(document, path), value)))
      return { outcome: 'changed' };
    const after = patched(document, patch);
    if (isDeeperThan(after, limits.batchSessionDepth)) return { outcome: 'too_deep' };
    const sorted = inOrderOfNames(after);
    const text = JSON.stringify(sorted);
    if (Buffer.byteLength(text) > limits.batchSessionBytes) return { outcome: 'too_large' };
    return { outcome: 'applied', document: sorted, text };
  } catch (error) {
    if (error instanceof PatchRefused) return { outcome: error.fault };
    throw error;
  }
}
