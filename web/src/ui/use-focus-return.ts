import { useEffect, useState } from 'react';

/**
 * Returns the focus to the element that had it before (ARIA practices, dialog). It is for a dialog
 * that is unmounted while it closes, so that it cannot restore the focus itself.
 */
export function useFocusReturn() {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      setTimeout(() => {
        if (
          document.activeElement === document.body &&
          before instanceof HTMLElement &&
          before.isConnected
        )
          before.focus({ preventScroll: true });
      });
    },
    [before],
  );
}
