/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { enrolButtonStates } from '../../../../../contracts/studies/enrol-button';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { enrolButton } from './enrol-button.rule';

describe('the enrol button', () => {
  it.each([
    ['enroll_now', 'enrol'],
    ['full', 'waitlist'],
    ['sign_in', 'sign_in'],
    ['verify_email', 'verify'],
    ['not_eligible', 'none'],
    ['not_recruiting_yet', 'none'],
    ['no_recruitment', 'none'],
    ['waitlisted', null],
    ['offered', null],
    ['enrolled', null],
    ['started', null],
    ['finished', null],
  ] as const)('in the state %s does %s', (button, step) =>
    expect(enrolButton({ button, reasons: [] }, true).step).toBe(step),
  );

  it('gives reasons only when the person is not eligible', () => {
    expect(enrolButton({ button: 'not_eligible', reasons: ['too_young'] }, true).reasons).toEqual([
      'too_young',
    ]);
    expect(enrolButton({ button: 'enroll_now', reasons: ['too_young'] }, true).reasons).toEqual([]);
  });
  it('says "Not eligible" when the browser cannot run the study, but keeps an existing seat', () => {
    expect(enrolButton({ button: 'enroll_now', reasons: [] }, false)).toMatchObject({
      step: 'none',
      label: 'button.not_eligible',
      reasons: ['browser'],
    });
    expect(enrolButton({ button: 'enrolled', reasons: [] }, false).step).toBeNull();
  });
  it.each(['en', 'de'])('has texts for every state in %s', (language) => {
    const texts = JSON.parse(
      readFileSync(join(__dirname, '../../../../../locales', language, 'studies.json'), 'utf8'),
    ) as Record<string, Record<string, string>>;
    for (const button of enrolButtonStates) {
      const { step, label, hint } = enrolButton({ button, reasons: [] }, true);
      if (step === null) continue;
      expect(texts.button?.[label?.replace('button.', '') ?? '']).toBeTruthy();
      expect(hint && texts.button_hint?.[hint.replace('button_hint.', '')]).toBeTruthy();
    }
  });
});
