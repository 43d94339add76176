import { aCourse } from '../../../../test/teaching';
import { isCourseConsentForm } from './own-consent.rule';

test.each([
  ['no form', { course: aCourse(), consent_text: null, consent_in_force: null }, false],
  ['its own form', { course: aCourse(), consent_text: 'Own', consent_in_force: 'Own' }, false],
  ['a form without a course', { course: null, consent_text: 'A', consent_in_force: 'A' }, false],
  [
    'the form of its course',
    { course: aCourse(), consent_text: null, consent_in_force: 'C' },
    true,
  ],
  ['both forms', { course: aCourse(), consent_text: 'Own', consent_in_force: 'C' }, true],
])('in a classroom with %s, the course’s consent form is used: %#', (_, classroom, expected) => {
  expect(isCourseConsentForm(classroom)).toBe(expected);
});
