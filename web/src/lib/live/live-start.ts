import type { QueryClient } from '@tanstack/react-query';
import { useAuth } from '../auth/auth.store';
import { config } from '../http/config';
import type { LiveConnection } from './live-socket';
import { liveOnDemand, whenIdle } from './live-on-demand';
import { signOutLocally } from '../query-client';

/**
 * Calls `go` when no request of the page is waiting for an answer, since on a slow connection the
 * socket would slow these requests down.
 */
function afterAnswers(client: QueryClient, go: () => void) {
  whenIdle(() => {
    if (client.isFetching() === 0) return go();
    const silence = client.getQueryCache().subscribe(() => {
      if (client.isFetching() > 0) return;
      silence();
      whenIdle(go);
    });
  });
}

/**
 * Starts the one socket of the app. The socket authenticates again when the token changes. While a
 * person is signed in, it watches the topic of that person.
 */
export function startLiveUpdates(client: QueryClient): LiveConnection {
  const live = liveOnDemand(
    async () => {
      const { createLive, createLiveCache } = await import('./live-parts');
      return createLive({
        url: config.apiUrl,
        cache: createLiveCache(client),
        onSignedOut: () => signOutLocally('signed_out'),
      });
    },
    (go) => afterAnswers(client, go),
  );
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
