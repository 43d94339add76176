import type { EnrolButtonState } from '../../../../../contracts/studies/enrol-button';

export type EnrolStep = 'enrol' | 'waitlist' | 'sign_in' | 'verify' | 'none';
const steps = {
  enroll_now: 'enrol',
  full: 'waitlist',
  sign_in: 'sign_in',
  verify_email: 'verify',
  not_eligible: 'none',
  not_recruiting_yet: 'none',
  no_recruitment: 'none',
} as const satisfies Partial<Record<EnrolButtonState['button'], EnrolStep>>;
const isShown = (button: EnrolButtonState['button']): button is Shown =>
  Object.hasOwn(steps, button);

/** The enrolment states for which the page shows a button. */
type Shown = keyof typeof steps;
export interface EnrolButton {
  /**
   * What the button does when it is pressed. `none` is a disabled button; null means that the page
   * shows the next step instead of a button.
   */
  step: EnrolStep | null;
  /**
   * The translation keys, in the namespace `studies`, of the button's label and of the sentence
   * beside it; null if there is no button.
   */
  label: `button.${Shown}` | null;
  hint: `button_hint.${Shown}` | null;
  /**
   * Why the person cannot enrol. `browser` means that the study cannot run in this browser. Only
   * the page can find that out, not the server.
   */
  reasons: readonly (EnrolButtonState['reasons'][number] | 'browser')[];
}

/**
 * Chooses the button for the enrolment state from the server (docs/domain.md, 2). If the study
 * cannot run in this browser (docs/specification.md, 6), the button offers no enrolment.
 */
export function enrolButton(
  { button, reasons }: Pick<EnrolButtonState, 'button' | 'reasons'>,
  browserFits: boolean,
): EnrolButton {
  const barred = !browserFits && (button === 'enroll_now' || button === 'full');
  const value = barred ? 'not_eligible' : button;
  if (!isShown(value)) return { step: null, label: null, hint: null, reasons: [] };
  const all = barred ? [...new Set([...reasons, 'browser' as const])] : reasons;
  return {
    step: steps[value],
    label: `button.${value}`,
    hint: `button_hint.${value}`,
    reasons: value === 'not_eligible' ? all : [],
  };
}
