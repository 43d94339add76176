import { PrivacyLevel } from '../../../contracts/studies/studies';
import { violatesClassSessionRules } from './class-sessions.rule';

const audiences = ['catalogue', 'link', 'classroom'] as const;

describe('a session', () => {
  it.each(audiences)(
    'of a class must have the classroom as its audience, and another session must not: %s',
    (audience) => {
      expect(violatesClassSessionRules(true, { audience })).toBe(audience !== 'classroom');
      expect(violatesClassSessionRules(false, { audience })).toBe(audience === 'classroom');
    },
  );

  it.each(PrivacyLevel.options)('of a class must be anonymous: the level %s', (privacy_level) => {
    expect(violatesClassSessionRules(true, { privacy_level })).toBe(privacy_level !== 'anonymous');
    expect(violatesClassSessionRules(false, { privacy_level })).toBe(false);
  });

  it('of a class must have no reward and no notes', () => {
    for (const fields of [
      { reward: { amount: 1, currency: 'EUR' } },
      { additional_notes: 'Write to me.' },
    ]) {
      expect(violatesClassSessionRules(true, fields)).toBe(true);
      expect(violatesClassSessionRules(false, fields)).toBe(false);
    }
    for (const fields of [
      {},
      { reward: null },
      { additional_notes: null },
      { additional_notes: '' },
    ])
      expect(violatesClassSessionRules(true, fields)).toBe(false);
  });
});
