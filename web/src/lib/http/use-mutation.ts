import {
  type DefaultError,
  useMutation as useUnguarded,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useCallback, useEffect, useId, useRef } from 'react';

export interface MutationGuard<V> {
  /**
   * Returns a text that identifies the item that a call changes, such as a row of a list. Calls for
   * different items can then run at the same time. Without this function, only one call runs at a
   * time.
   */
  each?: (variables: V) => string;
  /**
   * Sends every call, each after the previous one has been answered. This is for settings that are
   * saved at each choice: requests that are sent at the same time may reach the server in a
   * different order, so that an older choice would replace a later one. While a request is
   * unanswered, the browser asks before it closes the tab.
   */
  isQueued?: boolean;
}

/**
 * Returns a mutation that ignores further calls while it runs, unless `isQueued`. The second click
 * of a double click comes before React has rendered the disabled button, so this hook keeps the
 * running state outside of the render. All changes in the app use it.
 */
export function useMutation<R = unknown, E = DefaultError, V = void, C = unknown>({
  each,
  isQueued = false,
  ...options
}: UseMutationOptions<R, E, V, C> & MutationGuard<V>): UseMutationResult<R, E, V, C> {
  const id = useId();
  // TanStack Query runs the mutations of a scope one after another.
  const inner = useUnguarded<R, E, V, C>(isQueued ? { ...options, scope: { id } } : options);
  const isUnsaved = isQueued && inner.isPending;
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
  const running = useRef(new Map<string, Promise<R>>());
  const { mutateAsync: start } = inner;
  const which = useRef(each);
  which.current = each;
  const mutateAsync = useCallback<typeof start>(
    (...given) => {
      if (isQueued) return start(...given);
      const key = which.current?.(given[0] as V) ?? '';
      const before = running.current.get(key);
      if (before) return before;
      const now = start(...given).finally(() => running.current.delete(key));
      running.current.set(key, now);
      return now;
    },
    [start, isQueued],
  );
  const mutate = useCallback<typeof inner.mutate>(
    (...given) => {
      mutateAsync(...given).catch(() => undefined);
    },
    [mutateAsync],
  );
  return { ...inner, mutate, mutateAsync };
}
