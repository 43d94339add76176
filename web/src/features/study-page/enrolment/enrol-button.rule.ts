import type { Enrolment } from '../../../../../contracts/studies/enrol-button';

export type Step = 'enrol' | 'waitlist' | 'sign_in' | 'verify' | 'none';
const steps = {
  enroll_now: 'enrol',
  full: 'waitlist',
  sign_in: 'sign_in',
  verify_email: 'verify',
  not_eligible: 'none',
  not_recruiting_yet: 'none',
  no_recruitment: 'none',
} as const satisfies Partial<Record<Enrolment['button'], Step>>;
const isShown = (button: Enrolment['button']): button is Shown => Object.hasOwn(steps, button);

/** The values for which a button is shown. */
type Shown = keyof typeof steps;
export interface EnrolButton {
  /**
   * The button's action; `none` is a disabled button, and null no button: the next step is shown
   * instead.
   */
  step: Step | null;
  /**
   * Keys of the namespace `studies`: the button's label, and the sentence beside it; null where
   * there is no button.
   */
  label: `button.${Shown}` | null;
  hint: `button_hint.${Shown}` | null;
  /** `browser`: the study cannot run in this browser, which the server does not know. */
  reasons: readonly (Enrolment['reasons'][number] | 'browser')[];
}

/**
 * The button for the server's derived value (docs/specification.md, 4, docs/domain.md, 2) and this
 * browser's capabilities (docs/specification.md, 6): it offers no enrolment if the study cannot run here.
 */
export function enrolButton(
  { button, reasons }: Pick<Enrolment, 'button' | 'reasons'>,
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
