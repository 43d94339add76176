import { isOrcid, personFromClaims, authenticationTimeOf } from './claims.rule';

const tenant = 'https://login.microsoftonline.com/11111111-2222-4333-8444-555555555555/v2.0';
const personal = 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0';
const google = { iss: 'https://accounts.google.com', sub: '1' };

describe('The identity in an ID token', () => {
  it('consists of issuer and subject, and is the same for both spellings of Google’s issuer', () => {
    expect(personFromClaims('google', google)).toEqual(
      personFromClaims('google', { ...google, iss: 'accounts.google.com' }),
    );
    expect(personFromClaims('google', google)).toMatchObject({
      issuer: 'https://accounts.google.com',
      subject: '1',
    });
  });

  it.each([undefined, '', 7, 'x'.repeat(256), 'a\u0000b'])(
    'is refused when the subject is %p',
    (sub) => {
      expect(personFromClaims('google', { ...google, sub })).toBeUndefined();
    },
  );

  it.each([
    [true, true],
    ['true', true],
    [false, false],
    [undefined, false],
    ['no', false],
  ])(
    'has a verified address only if Google states so: email_verified %p',
    (email_verified, verified) => {
      expect(
        personFromClaims('google', { ...google, email: 'Ada@Uni.Test', email_verified }),
      ).toMatchObject({
        email: 'ada@uni.test',
        email_verified: verified,
      });
    },
  );

  it.each([
    ['email_verified alone', tenant, { email_verified: true }, false],
    ['nothing', tenant, {}, false],
    ['xms_edov true', tenant, { xms_edov: true }, true],
    ['xms_edov 1', tenant, { xms_edov: '1' }, true],
    ['xms_edov false', tenant, { xms_edov: false }, false],
    ['a personal account', personal, {}, true],
    [
      'another issuer that claims to be the personal tenant',
      'https://evil.test/v2.0',
      { tid: '9188040d-6c67-4c5b-b112-36a304b66dad' },
      false,
    ],
  ])(
    'has a verified address from Microsoft only by xms_edov or for a personal account: %s',
    (_, iss, more, verified) => {
      expect(
        personFromClaims('microsoft', { iss, sub: '1', email: 'ada@uni.test', ...more }),
      ).toMatchObject({
        email: 'ada@uni.test',
        email_verified: verified,
      });
    },
  );

  it('has Microsoft’s sign-in name as an unverified address if the token states no address', () => {
    expect(
      personFromClaims('microsoft', {
        iss: tenant,
        sub: '1',
        preferred_username: 'ada@uni.test',
        xms_edov: true,
      }),
    ).toMatchObject({ email: 'ada@uni.test', email_verified: false });
    expect(
      personFromClaims('microsoft', { iss: tenant, sub: '1', preferred_username: '+49 30 1234' }),
    ).toMatchObject({ email: null, email_verified: false });
  });

  it('has no address from ORCID, even if the token states one', () => {
    expect(
      personFromClaims('orcid', {
        iss: 'https://orcid.org',
        sub: '0000-0002-1825-0097',
        email: 'ada@uni.test',
        email_verified: true,
      }),
    ).toMatchObject({ email: null, email_verified: false });
    expect(
      personFromClaims('orcid', { iss: 'https://orcid.org', sub: '0000-0002-1825-0098' }),
    ).toBeUndefined();
  });

  it.each([
    [undefined, null],
    [null, null],
    [1_800_000_000, '2027-01-15T08:00:00.000Z'],
    ['1800000000', '2027-01-15T08:00:00.000Z'],
    ['soon', undefined],
    [-1, undefined],
    [1e20, undefined],
    [true, undefined],
  ])('has the time of authentication that auth_time %p states, if it is valid', (auth_time, at) => {
    expect(
      authenticationTimeOf({ auth_time })?.toISOString() ?? authenticationTimeOf({ auth_time }),
    ).toBe(at);
    expect(personFromClaims('google', { ...google, auth_time }) === undefined).toBe(
      at === undefined,
    );
  });

  it.each([
    [{ given_name: 'Ada', family_name: 'Lovelace', name: 'X Y' }, ['Ada', 'Lovelace']],
    [{ name: ' Ludwig  van Beethoven ' }, ['Ludwig', 'van Beethoven']],
    [{ name: 'Plato' }, ['Plato', '']],
    [{ given_name: 5 }, ['', '']],
  ])('has the names that the claims %j contain', (claims, [first_name, last_name]) => {
    expect(personFromClaims('google', { ...google, ...claims })).toMatchObject({
      first_name,
      last_name,
    });
  });
});

it.each([
  ['0000-0002-1825-0097', true],
  ['0000-0001-5109-3700', true],
  ['0000-0002-1694-233X', true],
  ['0000-0002-1694-2330', false],
  ['0000000218250097', false],
])('whether the ORCID iD %s is valid: %p', (id, valid) => {
  expect(isOrcid(id)).toBe(valid);
});
