import type { QueryClient } from '@tanstack/react-query';
import { useAuth } from '../auth.store';
import { config } from '../http/config';
import { createLive, type Live } from './live';
import { createLiveCache } from './live-cache';
import { endSession } from '../http/query-client';

/**
 * The app's one socket: it follows the token, and watches the person's own topic while they are
 * signed in.
 */
export function startLive(client: QueryClient): Live {
  const live = createLive({
    url: config.apiUrl,
    cache: createLiveCache(client),
    onSignedOut: () => endSession('common:error.signed_out'),
  });
  let release: (() => void) | undefined;
  const follow = (token: string | null) => {
    live.setToken(token);
    if (token && !release) release = live.watch('me');
    if (!token) {
      release?.();
      release = undefined;
    }
  };
  follow(useAuth.getState().token);
  useAuth.subscribe(({ token }, before) => {
    if (token !== before.token) follow(token);
  });
  return live;
}
