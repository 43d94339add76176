import { useEffect, useState } from 'react';

/**
 * For a dialog that is taken off the page as it closes, before it could do so itself: gives the
 * focus back to what had it (ARIA practices, dialog).
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
