import { useCallback, useEffect, useRef, useState } from 'react';
import type { StoredRecord } from '../../../../../contracts/runtime';
import { readRecords, recordsAtOnce } from './stored-records';

/** So often it is asked whether a run that is under way has more. */
const everyMs = 3_000;

interface Held {
  readonly records: readonly StoredRecord[];
  /** As many came as were asked for: there may be more. */
  readonly hasMore: boolean;
  readonly error: unknown;
}
const nothing: Held = { records: [], hasMore: true, error: null };

/**
 * The records of a run, from the first one on. They never change, so only what comes behind those held
 * is asked for: by the reader, or, at the end of what is stored, as long as the run is under way.
 */
export function useRecords(run: string, isOpen: boolean) {
  const [held, setHeld] = useState(nothing);
  const [busy, setBusy] = useState(true);
  const latest = useRef(held);
  const asking = useRef<AbortController>(undefined);

  const more = useCallback(async () => {
    if (asking.current) return;
    const own = (asking.current = new AbortController());
    const before = latest.current;
    setBusy(true);
    let next: Held;
    try {
      const came = await readRecords(run, before.records.at(-1)?.seq ?? 0, own.signal);
      next = {
        records: came.length > 0 ? [...before.records, ...came] : before.records,
        hasMore: came.length === recordsAtOnce,
        error: null,
      };
    } catch (error) {
      next = { ...before, error };
    }
    if (own.signal.aborted) return;
    asking.current = undefined;
    latest.current = next;
    setHeld(next);
    setBusy(false);
  }, [run]);

  useEffect(() => {
    void more();
    return () => {
      asking.current?.abort();
      asking.current = undefined;
    };
  }, [more]);

  const follows = isOpen && !held.hasMore && held.error === null;
  useEffect(() => {
    if (!follows) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void more();
    }, everyMs);
    return () => clearInterval(timer);
  }, [follows, more]);

  return { ...held, busy, more };
}
