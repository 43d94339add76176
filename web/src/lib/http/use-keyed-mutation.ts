import { useRef } from 'react';
import type { UseMutationOptions } from '@tanstack/react-query';
import type { Endpoint, Result, Send } from '../../../../contracts/base/endpoint';
import { argumentsOf, call } from './api';
import { newKey } from './new-key';
import { useMutation } from './use-mutation';

/**
 * A mutation with an `Idempotency-Key`, for actions that must happen only once. The key belongs to
 * the data that is sent: a retry after a lost response has the same key; if the person has changed
 * the data in between, the request has a new one.
 */
export function useKeyedMutation<E extends Endpoint>(
  e: E,
  options: Omit<UseMutationOptions<Result<E>, Error, Send<E>>, 'mutationFn'> = {},
) {
  const keys = useRef(new Map<string, string>());
  return useMutation<Result<E>, Error, Send<E>>({
    ...options,
    mutationFn: async (send) => {
      const content = JSON.stringify(send);
      const key = keys.current.get(content) ?? newKey();
      keys.current.set(content, key);
      const done = await call(e, ...argumentsOf<E>(send, { headers: { 'idempotency-key': key } }));
      keys.current.delete(content);
      return done;
    },
  });
}
