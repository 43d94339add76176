import { PrivacyLevel } from '../../../contracts/studies/studies';
import { violatesClassSessionRules } from './class-sessions.rule';

const audiences = ['catalogue', 'link', 'classroom'] as const;

describe('A session of a class study', () => {
  it.each(audiences)(
    'must have the audience `classroom`, which a session of any other study must not have: %s',
    (audience) => {
      expect(violatesClassSessionRules(true, { audience })).toBe(audience !== 'classroom');
      expect(violatesClassSessionRules(false, { audience })).toBe(audience === 'classroom');
    },
  );

  it.each(PrivacyLevel.options)('must have the privacy level `anonymous`: %s', (privacy_level) => {
    expect(violatesClassSessionRules(true, { privacy_level })).toBe(privacy_level !== 'anonymous');
    expect(violatesClassSessionRules(false, { privacy_level })).toBe(false);
  });

  it('must have neither a reward nor additional notes', () => {
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
