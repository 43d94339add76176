import { useRef } from 'react';
import type { UseMutationOptions } from '@tanstack/react-query';
import type {
  Endpoint,
  EndpointResponseBody,
  EndpointRequest,
} from '../../../../contracts/base/endpoint';
import { apiCallArguments, call } from './api';
import { newIdempotencyKey } from './new-key';
import { useMutation } from './use-mutation';

/**
 * Returns a mutation with an `Idempotency-Key`, for actions that must happen only once. A retry
 * with the same data sends the same key, because the server may already have acted. If the person
 * has changed the data, the request gets a new key.
 */
export function useKeyedMutation<E extends Endpoint>(
  e: E,
  options: Omit<
    UseMutationOptions<EndpointResponseBody<E>, Error, EndpointRequest<E>>,
    'mutationFn'
  > = {},
) {
  const keys = useRef(new Map<string, string>());
  return useMutation<EndpointResponseBody<E>, Error, EndpointRequest<E>>({
    ...options,
    mutationFn: async (send) => {
      const content = JSON.stringify(send);
      const key = keys.current.get(content) ?? newIdempotencyKey();
      keys.current.set(content, key);
      const done = await call(
        e,
        ...apiCallArguments<E>(send, { headers: { 'idempotency-key': key } }),
      );
      keys.current.delete(content);
      return done;
    },
  });
}
