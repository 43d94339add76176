import { type RefObject, useEffect, useRef } from 'react';

/** So long after it began by itself the preview does not get the keyboard, in milliseconds. */
const beginningMs = 1500;
const tabMs = 100;

/**
 * What runs in the preview asks for the keyboard when it begins, also while somebody types beside it.
 * It keeps it only where the person went there: by the pointer, by Tab, or by starting it.
 * @returns when it began by itself, to be set; and what lets it have the keyboard
 */
export function useKeptFocus(frame: RefObject<HTMLIFrameElement | null>) {
  const began = useRef(0);
  const wanted = useRef(false);
  useEffect(() => {
    let last: HTMLElement | null = null;
    let tabbed = 0;
    let isOver = false;
    const focused = ({ target }: FocusEvent) => {
      if (target === frame.current) return;
      wanted.current = false;
      if (target instanceof HTMLElement) last = target;
    };
    const pressed = ({ key }: KeyboardEvent) => {
      if (key === 'Tab') tabbed = Date.now();
    };
    const pointed = ({ target }: PointerEvent) => {
      isOver = target === frame.current;
    };
    const back = () => {
      if (document.activeElement !== frame.current || wanted.current) return;
      const now = Date.now();
      const went = now - tabbed < tabMs || (isOver && now - began.current > beginningMs);
      if (went) wanted.current = true;
      else if (last?.isConnected) last.focus({ preventScroll: true });
      else frame.current?.blur();
    };
    // At once where the browser says it at once, so that no letter is lost.
    const left = () => {
      back();
      setTimeout(back);
    };
    document.addEventListener('focusin', focused);
    document.addEventListener('keydown', pressed, true);
    document.addEventListener('pointerover', pointed);
    window.addEventListener('blur', left);
    return () => {
      document.removeEventListener('focusin', focused);
      document.removeEventListener('keydown', pressed, true);
      document.removeEventListener('pointerover', pointed);
      window.removeEventListener('blur', left);
    };
  }, [frame]);
  return { began, wanted };
}
