import { enrolmentStatus, type EnrolmentFacts } from './enrolment-status.rule';

const facts = (over: Partial<EnrolmentFacts> = {}): EnrolmentFacts => ({
  session: { id: 's', full: false },
  has_ever_launched: true,
  person: { verified: true },
  own: null,
  allow_repeats: false,
  runs_it: false,
  reasons: [],
  missing_fields: [],
  ...over,
});
const own = (state: NonNullable<EnrolmentFacts['own']>['state'], has_started = false) => ({
  id: 'p',
  session_id: 's',
  state,
  has_started,
});

describe('the enrol button', () => {
  it.each<[string, Partial<EnrolmentFacts>, string]>([
    ['a verified person and a free seat', {}, 'enroll_now'],
    ['a visitor', { person: null }, 'sign_in'],
    ['somebody unverified', { person: { verified: false } }, 'verify_email'],
    ['a full session', { session: { id: 's', full: true } }, 'full'],
    [
      'a study that never recruited',
      { session: null, has_ever_launched: false },
      'not_recruiting_yet',
    ],
    ['a study that recruits no more', { session: null }, 'no_recruitment'],
    ['somebody who does not fit', { reasons: ['too_young'] }, 'not_eligible'],
    ['a person of the study', { runs_it: true }, 'not_eligible'],
    [
      'a person of the study who took part before it became theirs',
      { runs_it: true, own: own('enrolled') },
      'enrolled',
    ],
    ['somebody who waits', { own: own('waitlisted') }, 'waitlisted'],
    ['somebody with an offer', { own: own('offered') }, 'offered'],
    [
      'somebody enrolled, also after the session closed',
      { own: own('enrolled'), session: null },
      'enrolled',
    ],
    ['somebody in the middle', { own: own('started', true) }, 'started'],
    ['somebody done', { own: own('completed', true) }, 'finished'],
    ['somebody back before the start', { own: own('withdrawn') }, 'enroll_now'],
    ['somebody back after the start', { own: own('withdrawn', true) }, 'not_eligible'],
    [
      'somebody done, in another session of a study with repeats',
      { own: { ...own('completed', true), session_id: 'earlier' }, allow_repeats: true },
      'enroll_now',
    ],
  ])('for %s', (_, over, button) => expect(enrolmentStatus(facts(over)).button).toBe(button));

  it('says why somebody is not eligible', () => {
    expect(enrolmentStatus(facts({ reasons: ['too_young', 'criteria'] })).reasons).toEqual([
      'too_young',
      'criteria',
    ]);
    expect(enrolmentStatus(facts({ own: own('no_show') })).reasons).toEqual([
      'already_participated',
    ]);
  });
});
