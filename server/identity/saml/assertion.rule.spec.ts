import { judge, type AssertionFacts } from './assertion.rule';

const now = new Date('2026-11-20T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000).toISOString();
const expected = { issuer: 'https://idp.test', acs_url: 'https://lab.test/acs', audience: 'https://lab.test/metadata', request_id: '_1', now };
const confirmation = { method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer', recipient: expected.acs_url, in_response_to: '_1', not_before: null, not_on_or_after: at(300) };
const conditions = { not_before: at(-10), not_on_or_after: at(600), audiences: [[expected.audience]], others: [] };
const good: AssertionFacts = { id: '_a', issuer: expected.issuer, issued_at: at(0), name_id: null, confirmations: [confirmation], conditions: [conditions], sessions: [{ not_on_or_after: null }], attributes: [] };
const judged = (change: Partial<AssertionFacts>) => judge({ ...good, ...change }, expected);

describe('An assertion', () => {
  it('that says everything is good until its last moment and the difference of the clocks', () => {
    expect(judge(good, expected)).toEqual({ valid_until: new Date(at(660)) });
  });

  it('may restrict its own use and be for others besides', () => {
    expect(judged({ conditions: [{ ...conditions, audiences: [['x', expected.audience]], others: ['OneTimeUse', 'ProxyRestriction'] }] })).toHaveProperty('valid_until');
    expect(judged({ confirmations: [{ ...confirmation, recipient: 'x' }, confirmation] })).toHaveProperty('valid_until');
  });

  it.each<[string, string, Partial<AssertionFacts>]>([
    ['no id', 'malformed_response', { id: '' }],
    ['no moment of issue', 'wrong_time', { issued_at: null }],
    ['an unreadable moment of issue', 'wrong_time', { issued_at: 'yesterday' }],
    ['an age of more than ten minutes', 'wrong_time', { issued_at: at(-661) }],
    ['a moment of issue to come', 'wrong_time', { issued_at: at(61) }],
    ['another issuer', 'wrong_issuer', { issuer: `${expected.issuer}/` }],
    ['no confirmation', 'no_bearer_confirmation', { confirmations: [] }],
    ['a confirmation by a key', 'no_bearer_confirmation', { confirmations: [{ ...confirmation, method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' }] }],
    ['a confirmation without an end', 'no_bearer_confirmation', { confirmations: [{ ...confirmation, not_on_or_after: null }] }],
    ['a confirmation with an unreadable end', 'wrong_time', { confirmations: [{ ...confirmation, not_on_or_after: 'never' }] }],
    ['a confirmation that begins later', 'wrong_time', { confirmations: [{ ...confirmation, not_before: at(120) }] }],
    ['what is right only in different confirmations', 'wrong_request', { confirmations: [{ ...confirmation, in_response_to: '_2' }, { ...confirmation, recipient: 'x' }] }],
    ['no conditions', 'wrong_audience', { conditions: [] }],
    ['conditions twice', 'wrong_audience', { conditions: [conditions, conditions] }],
    ['one restriction that leaves us out', 'wrong_audience', { conditions: [{ ...conditions, audiences: [[expected.audience], ['x']] }] }],
    ['conditions with an unreadable beginning', 'wrong_time', { conditions: [{ ...conditions, not_before: 'x' }] }],
    ['a session that is over', 'wrong_time', { sessions: [{ not_on_or_after: at(-61) }] }],
  ])('with %s is refused', (_, fault, change) => {
    expect(judged(change)).toMatchObject({ fault });
  });
});
