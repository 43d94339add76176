import { RuntimeKind } from '../../../contracts/studies/study-runtime';
import { PrivacyLevel } from '../../../contracts/studies/studies';
import { breaksClassStudyRules } from './class-study-fields.rule';

describe('a study of a class', () => {
  it('stays one when nothing is set that it may not have', () => {
    for (const fields of [
      {},
      { reward: null, payment_terms: null, runtime: null, eligibility: [] },
    ])
      expect(breaksClassStudyRules(fields)).toBe(false);
  });

  it('has no reward, no payment terms, and no rule about who takes part', () => {
    expect(breaksClassStudyRules({ reward: { amount: 0, currency: 'EUR' } })).toBe(true);
    expect(breaksClassStudyRules({ payment_terms: { how: 'cash', within_days: 1 } })).toBe(true);
    expect(breaksClassStudyRules({ eligibility: [{ filter: 'age', range: { lower: 18 } }] })).toBe(
      true,
    );
  });

  it.each(PrivacyLevel.options)('is anonymous: the privacy level %s', (privacy_level) => {
    expect(breaksClassStudyRules({ privacy_level })).toBe(privacy_level !== 'anonymous');
  });

  it.each(RuntimeKind.options)("runs on this server's pages: a runtime of kind %s", (kind) => {
    expect(breaksClassStudyRules({ runtime: { kind } })).toBe(
      kind !== 'hosted' && kind !== 'builder',
    );
  });
});
