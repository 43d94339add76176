/**
 * Keeps the keyboard focus where the researcher has it while simulated studies run in frames. Each
 * trial of such a study takes the focus, and a researcher who wants to stop could not reach the
 * button. The researcher can still move the focus into the study with Tab or the pointer.
 */
export function keepFocusOutOfStudies(stage: HTMLElement): void {
  let before = document.activeElement;
  let isTab = false;
  addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && !stage.contains(target)) before = target;
  });
  addEventListener('keydown', ({ key }) => (isTab = key === 'Tab'), { capture: true });
  // A frame has taken the focus from this window. The focus is returned, unless the person led it
  // there by Tab or the pointer.
  addEventListener('blur', () => {
    const isMeant = isTab || stage.matches(':hover');
    isTab = false;
    if (!isMeant && stage.contains(document.activeElement) && before instanceof HTMLElement)
      before.focus();
  });
}
