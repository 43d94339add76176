/** @jest-environment node */
import { enrolButtons } from '../../../../../contracts/studies';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { enrolButton, unmet } from './enrol-button.rule';

const chrome = {
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  speech: true,
};
const safari = {
  userAgent:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  speech: true,
};
const firefox = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  speech: false,
};

describe('the enrol button is one derived value', () => {
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
  ] as const)('%s does %s', (button, step) =>
    expect(enrolButton({ button, reasons: [] }, true).step).toBe(step),
  );

  it('says why somebody is not eligible, and only then', () => {
    expect(enrolButton({ button: 'not_eligible', reasons: ['too_young'] }, true).reasons).toEqual([
      'too_young',
    ]);
    expect(enrolButton({ button: 'enroll_now', reasons: ['too_young'] }, true).reasons).toEqual([]);
  });
  it('is not eligible where the browser can not run the study, but never takes a seat back', () => {
    expect(enrolButton({ button: 'enroll_now', reasons: [] }, false)).toMatchObject({
      step: 'none',
      label: 'button.not_eligible',
      reasons: ['browser'],
    });
    expect(enrolButton({ button: 'enrolled', reasons: [] }, false).step).toBeNull();
  });
  it.each(['en', 'de'])('has words for every state in %s', (language) => {
    const texts = JSON.parse(
      readFileSync(join(__dirname, '../../../../../locales', language, 'studies.json'), 'utf8'),
    ) as Record<string, Record<string, string>>;
    for (const button of enrolButtons) {
      const { step, label, hint } = enrolButton({ button, reasons: [] }, true);
      if (step === null) continue;
      expect(texts.button?.[label?.replace('button.', '') ?? '']).toBeTruthy();
      expect(hint && texts.button_hint?.[hint.replace('button_hint.', '')]).toBeTruthy();
    }
  });
});

describe('what a browser must be able to do', () => {
  it('speech recognition is available only in Google Chrome', () => {
    expect([chrome, safari, firefox].map((b) => unmet(['speech_recognition'], b).length)).toEqual([
      0, 1, 1,
    ]);
  });
  it('a study without Safari runs in Chrome and Firefox, whose names do not deceive', () => {
    expect([chrome, safari, firefox].map((b) => unmet(['no_safari'], b).length)).toEqual([0, 1, 0]);
  });
});
