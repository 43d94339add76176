import { queryOptions } from '@tanstack/react-query';
import type { Endpoint, MaybeEmpty, Send } from '../../../../contracts/base/endpoint';
import { createCall, type Given } from './call';
import { config } from './config';
import { readToken } from './token';

export { ApiError, failed } from './call';

/**
 * One typed call; the token goes into the header because the cookie alone never authenticates
 * (docs/api-conventions.md).
 */
export const call = createCall({
  baseUrl: () => config.apiUrl,
  headers: () => {
    const token = readToken();
    return {
      'accept-language': document.documentElement.lang || 'en',
      ...(token && { authorization: `Bearer ${token}` }),
    };
  },
});

/**
 * `useQuery(query(endpoint, { params, query }))`; the key starts with the endpoint's path, so
 * `invalidateQueries({ queryKey: [endpoint.path] })` reaches every variant.
 */
export const query = <E extends Endpoint>(
  e: E,
  ...[send]: MaybeEmpty<E> extends true ? [send?: Send<E>] : [send: Send<E>]
) =>
  queryOptions({
    queryKey: [e.path, send ?? {}] as const,
    queryFn: ({ signal }) => call(e, ...([send, { signal }] as unknown as Given<E>)),
  });

/** `useMutation(mutation(endpoint))` */
export const mutation = <E extends Endpoint>(e: E) => ({
  mutationKey: [e.method, e.path],
  mutationFn: (send: Send<E>) => call(e, ...([send] as unknown as Given<E>)),
});
