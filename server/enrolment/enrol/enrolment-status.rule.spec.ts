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
    ['a person unverified', { person: { verified: false } }, 'verify_email'],
    ['a full session', { session: { id: 's', full: true } }, 'full'],
    [
      'a study that never recruited',
      { session: null, has_ever_launched: false },
      'not_recruiting_yet',
    ],
    ['a study that recruits no more', { session: null }, 'no_recruitment'],
    ['a person who does not fit', { reasons: ['too_young'] }, 'not_eligible'],
    ['a person of the study', { runs_it: true }, 'not_eligible'],
    [
      'a person of the study who took part before it became theirs',
      { runs_it: true, own: own('enrolled') },
      'enrolled',
    ],
    ['a person who waits', { own: own('waitlisted') }, 'waitlisted'],
    ['a person with an offer', { own: own('offered') }, 'offered'],
    [
      'a person enrolled, also after the session closed',
      { own: own('enrolled'), session: null },
      'enrolled',
    ],
    ['a person in the middle', { own: own('started', true) }, 'started'],
    ['a person done', { own: own('completed', true) }, 'finished'],
    ['a person back before the start', { own: own('withdrawn') }, 'enroll_now'],
    ['a person back after the start', { own: own('withdrawn', true) }, 'not_eligible'],
    [
      'a person done, in another session of a study with repeats',
      { own: { ...own('completed', true), session_id: 'earlier' }, allow_repeats: true },
      'enroll_now',
    ],
  ])('suits %s', (_, over, button) => expect(enrolmentStatus(facts(over)).button).toBe(button));

  it('gives the reasons when a person is not eligible', () => {
    expect(enrolmentStatus(facts({ reasons: ['too_young', 'criteria'] })).reasons).toEqual([
      'too_young',
      'criteria',
    ]);
    expect(enrolmentStatus(facts({ own: own('no_show') })).reasons).toEqual([
      'already_participated',
    ]);
  });
});
