import { type RefObject, useCallback, useEffect } from 'react';

/**
 * What runs in the preview asks for the keyboard when it begins, also while somebody types beside it:
 * the frame is inert until the person starts it or clicks on it, and again once they are elsewhere.
 * @returns gives the frame the keyboard
 */
export function useKeptFocus(
  frame: RefObject<HTMLIFrameElement | null>,
  url: string | undefined,
): () => void {
  useEffect(() => {
    const still = () => {
      if (frame.current) frame.current.inert = true;
    };
    const focused = ({ target }: FocusEvent) => {
      if (target !== frame.current) still();
    };
    still();
    document.addEventListener('focusin', focused);
    return () => document.removeEventListener('focusin', focused);
  }, [frame, url]);
  return useCallback(() => {
    if (!frame.current) return;
    frame.current.inert = false;
    frame.current.focus();
  }, [frame]);
}
