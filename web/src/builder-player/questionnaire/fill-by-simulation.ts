/** Fills in answers through the controls of each page, as a person would. */

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const controls = 'input, textarea, select';
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function say(control: Control, value: unknown): void {
  control.value = String(value);
  control.dispatchEvent(new Event('input', { bubbles: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
}

function answer(box: HTMLElement, answers: Readonly<Record<string, unknown>>): void {
  const { name = '' } = box.dataset;
  const all = [...box.querySelectorAll<Control>(controls)];
  for (const [i, control] of all.entries()) {
    const isChoice = control instanceof HTMLInputElement && /^(radio|checkbox)$/.test(control.type);
    const value = answers[control.dataset.name ?? name];
    const wanted = control.dataset.value;
    if (isChoice) {
      const isWanted = [value].flat().some((one) => JSON.stringify(one) === wanted);
      if (isWanted && !control.checked) control.click();
    } else if (control instanceof HTMLSelectElement) {
      const at = [...control.options].find(
        ({ dataset }) => dataset.value === JSON.stringify(value),
      );
      if (at) say(control, at.value);
    } else if (i === 0 && value != null) say(control, value);
  }
}

/**
 * Answers page after page until the element `place`, which contains the questionnaire, is empty.
 */
export async function fillInSimulatedAnswers(
  place: HTMLElement,
  answers: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (;;) {
    await pause(200);
    const form = place.querySelector('form.commonlab-questionnaire');
    if (!form) return;
    for (const box of form.querySelectorAll<HTMLElement>('[data-question]'))
      if (!box.hidden) answer(box, answers);
    await pause(200);
    form.querySelector<HTMLElement>('button[type=submit]')?.click();
    await pause(50);
    if (place.querySelector('[aria-invalid]')) return;
  }
}
