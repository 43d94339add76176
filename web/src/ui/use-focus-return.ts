import { useEffect, useState } from 'react';

/**
 * For a dialog that is unmounted while it closes, before it can restore the focus itself: returns the focus to the element that had it
 * (ARIA practices, dialog).
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
