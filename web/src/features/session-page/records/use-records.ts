import { useCallback, useEffect, useRef, useState } from 'react';
import type { StoredRecord } from '../../../../../contracts/runtime/stored-records';
import { readRecords, recordsPerPage } from './stored-records';

/** How often the page asks for new records while the run is under way. */
const everyMs = 3_000;

interface Held {
  readonly records: readonly StoredRecord[];
  /** Whether the answer had as many records as the request allowed, so that there may be more. */
  readonly hasMore: boolean;
  /** Whether the request was sent after the run was over, so that no more records will follow. */
  readonly isFinal: boolean;
  /**
   * The number of loaded records that screen readers announce. It changes only when the researcher
   * asks for more records, not with each record that arrives. Null until the first response.
   */
  readonly told: number | null;
  readonly error: unknown;
}
const nothing: Held = { records: [], hasMore: true, isFinal: false, told: null, error: null };

/**
 * Fetches the records of a run, from the first record on. Stored records never change, so each
 * request asks only for the records after the loaded ones. It sends a request:
 * - when the reader asks for more;
 * - every few seconds while the run is under way and the reader is at the end of the list;
 * - a last time after the run has ended.
 */
export function useRecords(run: string, isOpen: boolean) {
  const [held, setHeld] = useState(nothing);
  const [busy, setBusy] = useState(true);
  const latest = useRef(held);
  const asking = useRef<AbortController>(undefined);
  const isOver = useRef(!isOpen);
  useEffect(() => {
    isOver.current = !isOpen;
  }, [isOpen]);

  const ask = useCallback(
    async (isReader: boolean) => {
      if (asking.current) return;
      const isFinal = isOver.current;
      const own = (asking.current = new AbortController());
      const before = latest.current;
      setBusy(true);
      let next: Held;
      try {
        const came = await readRecords(run, before.records.at(-1)?.seq ?? 0, own.signal);
        const records = came.length > 0 ? [...before.records, ...came] : before.records;
        next = {
          records,
          hasMore: came.length === recordsPerPage,
          isFinal,
          told: isReader ? records.length : before.told,
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
    },
    [run],
  );

  const more = useCallback(() => ask(true), [ask]);

  useEffect(() => {
    void more();
    return () => {
      asking.current?.abort();
      asking.current = undefined;
    };
  }, [more]);

  const isAtEnd = !held.hasMore && held.error === null;
  const follows = isOpen && isAtEnd;
  useEffect(() => {
    if (!follows) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void ask(false);
    }, everyMs);
    return () => clearInterval(timer);
  }, [follows, ask]);

  // A response that was on its way when the run ended may lack the last records. Then the page
  // requests them a last time.
  const lacksEnd = !isOpen && isAtEnd && !held.isFinal && !busy;
  useEffect(() => {
    if (lacksEnd) void ask(false);
  }, [lacksEnd, ask]);

  return { ...held, busy, more };
}
