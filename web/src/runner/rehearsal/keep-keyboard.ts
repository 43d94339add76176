/**
 * Keeps the keyboard where the person has it while simulated studies run in frames of the stage: their pages
 * take the focus with each trial, and a person who wants to stop would never reach the button. The person can
 * still move into the study with Tab or the pointer.
 */
export function keepKeyboard(stage: HTMLElement): void {
  let before = document.activeElement;
  let isTab = false;
  addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && !stage.contains(target)) before = target;
  });
  addEventListener('keydown', ({ key }) => (isTab = key === 'Tab'), { capture: true });
  // The window loses the focus to a frame.
  addEventListener('blur', () => {
    const isMeant = isTab || stage.matches(':hover');
    isTab = false;
    if (!isMeant && stage.contains(document.activeElement) && before instanceof HTMLElement)
      before.focus();
  });
}
