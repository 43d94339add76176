import { type FunctionComponent, type ReactNode, useEffect, useReducer } from 'react';
import i18next from 'i18next';
import { showMessage } from '../lib/ui.store';

/** The properties that a part which is fetched on demand has besides its own. */
interface Arriving {
  /** Shown until the part is loaded. */
  waiting?: ReactNode;
  /** Called if the part could not be fetched, after a message was shown. */
  onMissing?: () => void;
}

export type OnDemand<P> = FunctionComponent<P & Arriving> & {
  /** Fetches the part when a person is about to need it. */
  fetch: () => void;
  /** Resolves once the part is loaded, or could not be fetched. */
  settled: () => Promise<void>;
};

/**
 * A part of a page in a separate file: a dialog, a menu. It is fetched when it is first rendered, or earlier by `fetch`. If that fails,
 * the next rendering tries again (`lazy` would keep the failure until the tab is closed).
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
