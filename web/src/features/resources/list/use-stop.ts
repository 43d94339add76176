import {
  type FocusEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/**
 * Remembers which line of a list the Tab key reaches, and moves the focus between lines. A line far
 * away is rendered only after the list has scrolled to it. If the focused line is removed, the line
 * in its place gets the focus.
 * @param box the element that contains the lines, each with its number as `data-line`
 */
export function useTabStop(
  box: RefObject<HTMLElement | null>,
  count: number,
  scrollTo: (index: number) => void,
) {
  const [stop, setStop] = useState(0);
  const current = Math.min(stop, Math.max(0, count - 1));
  const wantsFocus = useRef(false);
  const hadFocus = useRef(false);
  useEffect(() => {
    const note = ({ target }: globalThis.FocusEvent) => {
      hadFocus.current = box.current?.contains(target as Node) === true;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [box]);
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) wantsFocus.current = true;
  });
  useEffect(() => {
    if (!wantsFocus.current) return;
    const line = box.current?.querySelector<HTMLElement>(`[data-line="${current}"]`);
    if (!line) return;
    wantsFocus.current = false;
    line.focus({ preventScroll: true });
  });
  const noteFocus = ({ target }: FocusEvent) => {
    const line = (target as HTMLElement).closest<HTMLElement>('[data-line]');
    if (line) setStop(Number(line.dataset.line));
  };
  const wantFocus = useCallback(() => {
    wantsFocus.current = true;
  }, []);
  const moveTo = (index: number) => {
    wantFocus();
    setStop(index);
    scrollTo(index);
  };
  return { current, setStop, moveTo, noteFocus, wantFocus };
}
