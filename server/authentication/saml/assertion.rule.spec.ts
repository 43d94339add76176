import { judgeAssertion, unknownAuthenticationTime, type AssertionFacts } from './assertion.rule';

const now = new Date('2026-11-20T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000).toISOString();
const expected = {
  issuer: 'https://idp.test',
  acs_url: 'https://lab.test/acs',
  audience: 'https://lab.test/metadata',
  request_id: '_1',
  fresh_since: null,
  now,
};
const confirmation = {
  method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
  recipient: expected.acs_url,
  in_response_to: '_1',
  not_before: null,
  not_on_or_after: at(300),
};
const conditions = {
  not_before: at(-10),
  not_on_or_after: at(600),
  audiences: [[expected.audience]],
  others: [],
};
const good: AssertionFacts = {
  id: '_a',
  issuer: expected.issuer,
  issued_at: at(0),
  name_id: null,
  confirmations: [confirmation],
  conditions: [conditions],
  sessions: [{ authenticated_at: at(-3_600), not_on_or_after: null }],
  attributes: [],
};
const judged = (change: Partial<AssertionFacts>) =>
  judgeAssertion({ ...good, ...change }, expected);

describe('An assertion in a SAML response', () => {
  it('that is complete is valid until it expires plus the allowed clock skew', () => {
    expect(judgeAssertion(good, expected)).toEqual({
      valid_until: new Date(at(660)),
      authenticated_at: new Date(at(-3_600)),
    });
  });

  it.each<[string, Partial<AssertionFacts>]>([
    [`IssueInstant ${at(-700)}`, { issued_at: at(-700) }],
    [
      `Conditions ${at(-700)} to ${at(-400)}`,
      { conditions: [{ ...conditions, not_before: at(-700), not_on_or_after: at(-400) }] },
    ],
    [
      `SubjectConfirmationData  to ${at(-400)}`,
      { confirmations: [{ ...confirmation, not_on_or_after: at(-400) }] },
    ],
    [
      `SessionNotOnOrAfter ${at(-400)}`,
      { sessions: [{ authenticated_at: null, not_on_or_after: at(-400) }] },
    ],
    [`AuthnInstant ${at(70)}`, { sessions: [{ authenticated_at: at(70), not_on_or_after: null }] }],
  ])(
    'with a wrong time is refused, and the error contains that time and the server’s: %s',
    (said, change) => {
      expect(judged(change)).toEqual({
        fault: 'wrong_time',
        detail: `${said}, here ${now.toISOString()}`,
      });
    },
  );

  it('that has expired is refused for its time, even when it is meant for a different recipient as well', () => {
    const over = { ...conditions, not_on_or_after: at(-400), audiences: [['https://other.test']] };
    const elsewhere = { ...confirmation, recipient: 'https://other.test', in_response_to: '_0' };
    expect(judged({ conditions: [over], confirmations: [elsewhere] })).toMatchObject({
      fault: 'wrong_time',
    });
  });

  it('is remembered no longer than the largest age that this server accepts, even if it states a later end', () => {
    expect(
      judged({
        issued_at: at(-60),
        confirmations: [{ ...confirmation, not_on_or_after: '9999-12-31T23:59:59Z' }],
        conditions: [{ ...conditions, not_on_or_after: null }],
      }),
    ).toMatchObject({ valid_until: new Date(at(600)) });
  });

  it.each<[string, (string | null)[], string | null]>([
    ['the time that it states', [at(-60)], at(-60)],
    ['the latest of several times', [at(-60), null, at(-20)], at(-20)],
    ['unknown, if it states no time', [null], null],
    ['a future time within the allowed clock skew', [at(40)], at(40)],
  ])('states when the person last authenticated: %s', (_, said, told) => {
    const sessions = said.map((authenticated_at) => ({ authenticated_at, not_on_or_after: null }));
    expect(judged({ sessions })).toMatchObject({
      authenticated_at: told === null ? null : new Date(told),
    });
  });

  it('answering a request for a fresh sign-in must state a sign-in since the request, within clock skew', () => {
    const answer = (authenticated_at: string | null) =>
      judgeAssertion(
        { ...good, sessions: [{ authenticated_at, not_on_or_after: null }] },
        { ...expected, fresh_since: new Date(at(-30)) },
      );
    for (const authenticated_at of [at(-90), at(-30), at(0), at(60)])
      expect(answer(authenticated_at)).toHaveProperty('valid_until');
    for (const authenticated_at of [at(-91), at(-3_600), null])
      expect(answer(authenticated_at)).toMatchObject({ fault: 'stale_authentication' });
    expect(
      judgeAssertion({ ...good, sessions: [] }, { ...expected, fresh_since: new Date(at(-30)) }),
    ).toEqual({ fault: 'stale_authentication', detail: 'AuthnInstant missing' });
  });

  it('without an authentication statement identifies the person, and proves no recent sign-in', () => {
    expect(judged({ sessions: [] })).toEqual({
      valid_until: new Date(at(660)),
      authenticated_at: unknownAuthenticationTime,
    });
    expect(unknownAuthenticationTime.getTime()).toBe(0);
  });

  it('may contain other restrictions and recipients beside those that fit', () => {
    expect(
      judged({
        conditions: [
          {
            ...conditions,
            audiences: [['x', expected.audience]],
            others: ['OneTimeUse', 'ProxyRestriction'],
          },
        ],
      }),
    ).toHaveProperty('valid_until');
    expect(
      judged({ confirmations: [{ ...confirmation, recipient: 'x' }, confirmation] }),
    ).toHaveProperty('valid_until');
  });

  it.each<[string, string, Partial<AssertionFacts>]>([
    ['no id', 'malformed_response', { id: '' }],
    ['no moment of issue', 'wrong_time', { issued_at: null }],
    ['an unreadable moment of issue', 'wrong_time', { issued_at: 'yesterday' }],
    ['an age of more than ten minutes', 'wrong_time', { issued_at: at(-661) }],
    ['a moment of issue to come', 'wrong_time', { issued_at: at(61) }],
    ['another issuer', 'wrong_issuer', { issuer: `${expected.issuer}/` }],
    ['no confirmation', 'no_bearer_confirmation', { confirmations: [] }],
    [
      'a confirmation by a key',
      'no_bearer_confirmation',
      {
        confirmations: [
          { ...confirmation, method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' },
        ],
      },
    ],
    [
      'a confirmation without an end',
      'no_bearer_confirmation',
      { confirmations: [{ ...confirmation, not_on_or_after: null }] },
    ],
    [
      'a confirmation with an unreadable end',
      'wrong_time',
      { confirmations: [{ ...confirmation, not_on_or_after: 'never' }] },
    ],
    [
      'a confirmation that begins later',
      'wrong_time',
      { confirmations: [{ ...confirmation, not_before: at(120) }] },
    ],
    [
      'what is right only in different confirmations',
      'wrong_request',
      {
        confirmations: [
          { ...confirmation, in_response_to: '_2' },
          { ...confirmation, recipient: 'x' },
        ],
      },
    ],
    ['no conditions', 'wrong_audience', { conditions: [] }],
    ['conditions twice', 'wrong_audience', { conditions: [conditions, conditions] }],
    [
      'one restriction that leaves us out',
      'wrong_audience',
      { conditions: [{ ...conditions, audiences: [[expected.audience], ['x']] }] },
    ],
    [
      'conditions with an unreadable beginning',
      'wrong_time',
      { conditions: [{ ...conditions, not_before: 'x' }] },
    ],
    [
      'a session that is over',
      'wrong_time',
      { sessions: [{ authenticated_at: null, not_on_or_after: at(-61) }] },
    ],
    [
      'a sign-in to come',
      'wrong_time',
      { sessions: [{ authenticated_at: at(61), not_on_or_after: null }] },
    ],
    [
      'an unreadable sign-in',
      'wrong_time',
      {
        sessions: [
          { authenticated_at: at(0), not_on_or_after: null },
          { authenticated_at: 'just now', not_on_or_after: null },
        ],
      },
    ],
    ['a time of no zone', 'wrong_time', { issued_at: at(0).replace('Z', '') }],
    [
      'a time in words',
      'wrong_time',
      { conditions: [{ ...conditions, not_on_or_after: 'Dec 31 2099' }] },
    ],
  ])('with %s is refused', (_, fault, change) => {
    expect(judged(change)).toMatchObject({ fault });
  });
});
