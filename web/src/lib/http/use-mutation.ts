import {
  type DefaultError,
  useMutation as useUnguarded,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useCallback, useEffect, useId, useRef } from 'react';

export interface MutationGuard<V> {
  /**
   * Identifies a running mutation, for a hook that serves several items, such as the rows of a
   * list. Without this function, only one mutation runs at a time.
   */
  each?: (variables: V) => string;
  /**
   * Sends every trigger, each after the previous one has been answered: for settings that are saved
   * at each choice. Requests that are sent at the same time can reach the server in another order,
   * so that an older choice would replace a later one. While any of them is unanswered, the browser
   * asks before it closes the tab.
   */
  isQueued?: boolean;
}

/**
 * Returns a mutation that is sent once: while it runs, further triggers are ignored, unless
 * `isQueued`. The second click of a double click comes before React has rendered the busy button,
 * so this hook keeps the running state outside of the render. All changes in the app use it.
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
