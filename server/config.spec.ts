import { readConfig } from './config';

const required = {
  DATABASE_URL: 'postgres://u:p@127.0.0.1:5432/d',
  SMTP_URL: 'smtp://127.0.0.1:25',
  SECRET_KEY: 'x'.repeat(32),
};
const read = (more: Record<string, string> = {}) => readConfig({ ...required, ...more });

describe('The configuration of the server', () => {
  it.each([
    ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
    ['SECRET_KEY', { SECRET_KEY: 'short' }],
    ['SECRET_KEYS_OLD', { SECRET_KEYS_OLD: 'v2:' + 'y'.repeat(32) }],
    ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_ID: 'id' }],
    ['MICROSOFT_CLIENT_ID', { MICROSOFT_CLIENT_SECRET: 'secret' }],
    ['GOOGLE_ISSUER_URL', { GOOGLE_ISSUER_URL: 'http://accounts.example.org' }],
    ['ORCID_ISSUER_URL', { ORCID_ISSUER_URL: 'orcid.org' }],
    ['ADMIN_SECOND_FACTOR', { ADMIN_SECOND_FACTOR: 'maybe' }],
    ['ROR_API_URL', { ROR_API_URL: 'file:///etc/passwd' }],
    ['DEMO', { DEMO: '1' }],
    ['METRICS_PORT', { METRICS_PORT: '70000' }],
    ['METRICS_PORT', { METRICS_PORT: '3000' }],
    ['PAYOUT_DEBTOR_IBAN', { PAYOUT_DEBTOR_NAME: 'Lab' }],
    ['PAYOUT_DEBTOR_NAME', { PAYOUT_DEBTOR_IBAN: 'DE89370400440532013000' }],
    [
      'PAYOUT_DEBTOR_IBAN',
      { PAYOUT_DEBTOR_NAME: 'Lab', PAYOUT_DEBTOR_IBAN: 'DE88370400440532013000' },
    ],
    ['PAYOUT_DEBTOR_BIC', { PAYOUT_DEBTOR_BIC: 'lower123' }],
    ['CLASSROOM_DAYS', { CLASSROOM_DAYS: '29' }],
    ['FAIR_PAY', { FAIR_PAY: 'EUR:14:9' }],
    ['REPORTING_THRESHOLDS', { REPORTING_THRESHOLDS: 'EUR' }],
    ['REPORTING_THRESHOLDS', { REPORTING_THRESHOLDS: 'XXX:600' }],
    ['STUDY_ORIGIN', { STUDY_ORIGIN: 'https://*.x.org', PUBLIC_WEB_URL: 'https://lab.x.org' }],
  ])('is refused with the name of the variable %s when its value is invalid', (name, wrong) => {
    expect(() => read(wrong)).toThrow(new RegExp(`^${name}: `));
  });

  it('contains the bank account that pays participants if it is configured', () => {
    expect(read().payoutDebtor).toBeNull();
    expect(read({ PAYOUT_DEBTOR_NAME: '', PAYOUT_DEBTOR_IBAN: '' }).payoutDebtor).toBeNull();
    const account = {
      PAYOUT_DEBTOR_NAME: 'Lab',
      PAYOUT_DEBTOR_IBAN: 'de89 3704 0044 0532 0130 00',
    };
    const known = { name: 'Lab', iban: 'DE89370400440532013000', bic: null };
    expect(read(account).payoutDebtor).toEqual(known);
    expect(read({ ...account, PAYOUT_DEBTOR_BIC: 'COBADEFFXXX' }).payoutDebtor).toEqual({
      ...known,
      bic: 'COBADEFFXXX',
    });
  });

  it('contains the reporting thresholds of payments if they are configured', () => {
    expect(read().reportingThresholds.size).toBe(0);
    expect(read({ REPORTING_THRESHOLDS: 'EUR:600' }).reportingThresholds.get('EUR')).toBe(60_000);
  });

  it('offers no identity provider that is not configured', () => {
    expect(read().oidc).toEqual({ google: null, microsoft: null, orcid: null });
    expect(
      read({
        GOOGLE_CLIENT_ID: 'id',
        GOOGLE_CLIENT_SECRET: 'secret',
        ORCID_CLIENT_ID: '',
        ORCID_CLIENT_SECRET: '',
      }).oidc,
    ).toEqual({
      google: { issuer: 'https://accounts.google.com', clientId: 'id', clientSecret: 'secret' },
      microsoft: null,
      orcid: null,
    });
  });

  it('accepts an identity provider without https only on the machine of the server', () => {
    expect(
      read({
        GOOGLE_ISSUER_URL: 'http://127.0.0.1:4001',
        GOOGLE_CLIENT_ID: 'id',
        GOOGLE_CLIENT_SECRET: 's',
      }).oidc.google?.issuer,
    ).toBe('http://127.0.0.1:4001');
  });

  it('requires a second factor of administrators, except in the demo', () => {
    expect(read().administratorsNeedSecondFactor).toBe(true);
    expect(read({ DEMO: 'force' }).administratorsNeedSecondFactor).toBe(false);
    expect(
      read({ DEMO: 'force', ADMIN_SECOND_FACTOR: 'required' }).administratorsNeedSecondFactor,
    ).toBe(true);
    expect(read({ ADMIN_SECOND_FACTOR: 'optional' }).administratorsNeedSecondFactor).toBe(false);
  });

  it('[6.3.2] has no demo, with its known passwords, unless DEMO is set', () => {
    expect(read().demo).toBe(false);
    expect(read({ DEMO: 'force' }).demo).toBe(true);
  });
});
