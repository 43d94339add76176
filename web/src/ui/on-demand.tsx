import { type FunctionComponent, type ReactNode, useEffect, useReducer } from 'react';
import i18next from 'i18next';
import { showMessage } from '../lib/ui.store';

/** The additional properties of a component that is fetched on demand. */
interface Arriving {
  /** Shown until the part is loaded. */
  waiting?: ReactNode;
  /** Called if the part could not be fetched, after a message has said so. */
  onMissing?: () => void;
}

export type OnDemand<P> = FunctionComponent<P & Arriving> & {
  /** Fetches the part when a person is about to need it. */
  fetch: () => void;
  /** Resolves once the part is loaded, or has failed to load. */
  settled: () => Promise<void>;
};

/**
 * A part of a page that is in a separate file, such as a dialog or a menu. It is fetched when it is
 * first rendered, or earlier by `fetch`. If fetching fails, the next rendering tries again (React's
 * `lazy` would keep the failure until the tab is closed).
 */
export function onDemand<P extends object>(load: () => Promise<FunctionComponent<P>>): OnDemand<P> {
  let here: FunctionComponent<P> | undefined;
  let coming: Promise<void> | undefined;
  const arrive = () =>
    (coming ??= load().then(
      (part) => {
        here = part;
      },
      (error: unknown) => {
        coming = undefined;
        throw error;
      },
    ));

  function Part({ waiting = null, onMissing, ...props }: P & Arriving) {
    const [, draw] = useReducer((n: number) => n + 1, 0);
    useEffect(() => {
      if (here) return;
      let gone = false;
      arrive().then(
        () => {
          if (!gone) draw();
        },
        () => {
          if (gone) return;
          showMessage(i18next.t('common:error.unreachable'), { type: 'error', autoHideMs: 5000 });
          onMissing?.();
        },
      );
      return () => {
        gone = true;
      };
      // eslint-disable-next-line react-hooks/exhaustive-deps -- fetched once for each appearance
    }, []);
    const Here = here;
    return Here ? <Here {...(props as unknown as P)} /> : waiting;
  }
  const settled = () => arrive().catch(() => undefined);
  return Object.assign(Part, { fetch: () => void settled(), settled });
}
