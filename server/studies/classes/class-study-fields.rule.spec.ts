import { RuntimeKind } from '../../../contracts/studies/study-runtime';
import { PrivacyLevel } from '../../../contracts/studies/studies';
import { breaksClassStudyRules } from './class-study-fields.rule';

describe('a study that belongs to a class', () => {
  it('keeps the rules when no forbidden field is set', () => {
    for (const fields of [
      {},
      { reward: null, payment_terms: null, runtime: null, eligibility: [] },
    ])
      expect(breaksClassStudyRules(fields)).toBe(false);
  });

  it('breaks the rules with a reward, payment terms, or a rule about who may take part', () => {
    expect(breaksClassStudyRules({ reward: { amount: 0, currency: 'EUR' } })).toBe(true);
    expect(breaksClassStudyRules({ payment_terms: { how: 'cash', within_days: 1 } })).toBe(true);
    expect(breaksClassStudyRules({ eligibility: [{ filter: 'age', range: { lower: 18 } }] })).toBe(
      true,
    );
  });

  it.each(PrivacyLevel.options)('may only be anonymous: the privacy level %s', (privacy_level) => {
    expect(breaksClassStudyRules({ privacy_level })).toBe(privacy_level !== 'anonymous');
  });

  it.each(RuntimeKind.options)('may only run on this server: a runtime of kind %s', (kind) => {
    expect(breaksClassStudyRules({ runtime: { kind } })).toBe(
      kind !== 'hosted' && kind !== 'builder',
    );
  });
});
