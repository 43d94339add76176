import type { Enrolment, Study } from '../../../../../contracts/studies';

export type Step = 'enrol' | 'waitlist' | 'sign_in' | 'verify' | 'none';
export interface EnrolButton {
  /**
   * The button's action; `none` is a disabled button, and null no button: the next step is shown
   * instead.
   */
  step: Step | null;
  /** Keys of the namespace `studies`: the button's label, and the sentence beside it. */
  label: string;
  hint: string | null;
  reasons: readonly Enrolment['reasons'][number][];
}

const table: Record<Enrolment['button'], { step: Step | null; hint: boolean }> = {
  enroll_now: { step: 'enrol', hint: true },
  full: { step: 'waitlist', hint: true },
  sign_in: { step: 'sign_in', hint: true },
  verify_email: { step: 'verify', hint: true },
  not_eligible: { step: 'none', hint: true },
  not_recruiting_yet: { step: 'none', hint: true },
  no_recruitment: { step: 'none', hint: true },
  waitlisted: { step: null, hint: false },
  offered: { step: null, hint: false },
  enrolled: { step: null, hint: false },
  started: { step: null, hint: false },
  finished: { step: null, hint: false },
};

/**
 * From the server's derived value (docs/specification.md, 4, docs/domain.md, 2) and the
 * capabilities of this browser (docs/specification.md, 6): enrolling is not offered where the study
 * cannot run.
 */
export function enrolButton(
  { button, reasons }: Pick<Enrolment, 'button' | 'reasons'>,
  browserFits: boolean,
): EnrolButton {
  const barred = !browserFits && (button === 'enroll_now' || button === 'full');
  const value = barred ? 'not_eligible' : button;
  const { step, hint } = table[value];
  const all = barred ? [...new Set([...reasons, 'browser' as const])] : reasons;
  return {
    step,
    label: `button.${value}`,
    hint: hint ? `button_hint.${value}` : null,
    reasons: value === 'not_eligible' ? all : [],
  };
}

interface Browser {
  userAgent: string;
  speech: boolean;
}
/**
 * Several engines say "Safari" in their user agent; Safari is the one that names no other engine.
 */
const isSafari = (userAgent: string) =>
  /Safari\//.test(userAgent) && !/Chrom(e|ium)\/|CriOS|FxiOS|Edg|Android/.test(userAgent);
const fits: Record<Study['requirements'][number], (browser: Browser) => boolean> = {
  speech_recognition: ({ userAgent, speech }) => speech && /Chrome\//.test(userAgent),
  no_safari: ({ userAgent }) => !isSafari(userAgent),
};
/** The requirements of the study that this browser does not meet. */
export const unmet = (requirements: Study['requirements'], browser: Browser) =>
  requirements.filter((r) => !fits[r](browser));
export const thisBrowser = (): Browser => ({
  userAgent: navigator.userAgent,
  speech: 'SpeechRecognition' in window || 'webkitSpeechRecognition' in window,
});
