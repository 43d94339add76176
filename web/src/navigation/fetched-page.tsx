import { type FunctionComponent, lazy, useEffect, useReducer, useTransition } from 'react';
import { fetchTexts } from '../i18n';
import { PageUnreachable } from '../ui/feedback/page-unreachable';

interface Again {
  busy: boolean;
  onRetry: () => void;
}
export interface FetchedPage {
  Page: FunctionComponent;
  /** Loads the page before it is needed. */ prefetch: () => Promise<void>;
}

/** Whether the server responds to any request. */
const reachable = () =>
  fetch(`${location.origin}/`, {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(10_000),
  }).then(
    () => true,
    () => false,
  );

/**
 * Makes a page from a separate file, which is fetched with its texts when it is first needed. A
 * failed fetch is retried as soon as the connection is back (`lazy` would keep the failure until
 * the tab is closed). If the server responds but does not have the file, a newer version of the app
 * was deployed, which needs a reload.
 */
export function fetchedPage(
  load: () => Promise<FunctionComponent>,
  texts: readonly string[],
  reload: () => void = () => location.reload(),
): FetchedPage {
  let running: Promise<FunctionComponent> | undefined;
  const fetching = () =>
    (running ??= Promise.all([load(), fetchTexts(texts)]).then(([Page]) => Page));
  /** Lets the next call fetch the page again. */
  const forget = () => {
    running = undefined;
    shown = deferred();
  };
  const deferred = () =>
    lazy<FunctionComponent<Again>>(async () => ({ default: await fetching().catch(() => Failed) }));
  let shown = deferred();
  const again = async () => {
    forget();
    await fetching().catch(async () => {
      if (await reachable()) reload();
    });
  };
  const prefetch = () =>
    fetching().then(
      () => undefined,
      () => {
        if (running) forget();
      },
    );

  function Failed({ busy, onRetry }: Again) {
    useEffect(() => {
      window.addEventListener('online', onRetry);
      return () => window.removeEventListener('online', onRetry);
    }, [onRetry]);
    return <PageUnreachable busy={busy} onRetry={onRetry} />;
  }
  function Fetched() {
    const [, draw] = useReducer((n: number) => n + 1, 0);
    const [busy, start] = useTransition();
    const Shown = shown;
    return (
      <Shown
        busy={busy}
        onRetry={() =>
          start(async () => {
            await again();
            start(draw);
          })
        }
      />
    );
  }
  return { Page: Fetched, prefetch };
}
