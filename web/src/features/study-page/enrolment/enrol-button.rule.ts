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

/** The values of the server for which a button is shown. */
type Shown = keyof typeof steps;
export interface EnrolButton {
  /**
   * What the button does. `none` is a disabled button; null means that there is no button, and the
   * next step is shown instead.
   */
  step: EnrolStep | null;
  /**
   * Translation keys of the namespace `studies`: the label of the button, and the sentence beside
   * it; null if there is no button.
   */
  label: `button.${Shown}` | null;
  hint: `button_hint.${Shown}` | null;
  /** `browser`: the study cannot run in this browser, which the server does not know. */
  reasons: readonly (EnrolButtonState['reasons'][number] | 'browser')[];
}

/**
 * The button for the value that the server derived (docs/specification.md, 4, docs/domain.md, 2)
 * and for this browser's capabilities (docs/specification.md, 6): if the study cannot run in this
 * browser, no enrolment is offered.
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
