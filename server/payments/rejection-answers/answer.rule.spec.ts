import {
  lastOverturnDay,
  firstOverturnableDay,
  verdictRefusalOf,
  type RejectionAnswerFacts,
} from './answer.rule';

const open: RejectionAnswerFacts = {
  state: 'rejected',
  day: '2026-11-01',
  answered_on: '2026-11-03',
  is_anonymous: false,
  stands: false,
};

describe('An answer to a rejection', () => {
  it('can be decided on thirty days, the day of the rejection included', () => {
    expect(lastOverturnDay('2026-11-01')).toBe('2026-11-30');
    expect(verdictRefusalOf(open, '2026-11-03')).toBeNull();
    expect(verdictRefusalOf(open, '2026-11-30')).toBeNull();
    expect(verdictRefusalOf(open, '2026-12-01')).toBe('decision_final');
  });

  it('is listed exactly as long as it may be decided', () => {
    for (const today of ['2026-11-30', '2026-12-01', '2028-03-01']) {
      const first = firstOverturnableDay(today);
      expect(lastOverturnDay(first)).toBe(today);
    }
  });

  it('of an anonymous session is not listed on the day on which it was given', () => {
    const anonymous = { ...open, is_anonymous: true };
    expect(verdictRefusalOf(anonymous, '2026-11-03')).toBe('not_found');
    expect(verdictRefusalOf(anonymous, '2026-11-04')).toBeNull();
  });

  it('is not listed when the participant did not answer, whatever became of the payment', () => {
    expect(verdictRefusalOf({ ...open, answered_on: null }, '2026-11-04')).toBe('not_found');
    expect(verdictRefusalOf({ ...open, answered_on: null, state: 'approved' }, '2026-11-04')).toBe(
      'not_found',
    );
  });

  it.each([{ stands: true }, { state: 'approved' as const }, { state: 'paid' as const }])(
    'cannot be decided again when the payment has %p',
    (more) => expect(verdictRefusalOf({ ...open, ...more }, '2026-11-04')).toBe('already_decided'),
  );
});
