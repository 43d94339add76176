import { domainMatches } from './mail-domain.rule';

describe('The domain of an email address', () => {
  it.each([
    ['ada@uio.no', ['uio.no'], true],
    ['ada@mail.psych.UIO.no', ['uio.no'], true],
    ['ada@notuio.no', ['uio.no'], false],
    ['ada@uio.no.evil.test', ['uio.no'], false],
    ['ada@no', ['uio.no'], false],
    ['"a@uio.no"@gmail.com', ['uio.no'], false],
    ['ada@ox.ac.uk', ['uio.no', 'ox.ac.uk'], true],
    ['ada@uio.no', [], null],
    ['', ['uio.no'], false],
  ])('%s matches %j: %s', (email, domains, expected) =>
    expect(domainMatches(email, true, domains)).toBe(expected),
  );

  it('leads to null for a matching address that is not verified, and to false for one that does not match', () => {
    expect(domainMatches('ada@uio.no', false, ['uio.no'])).toBeNull();
    expect(domainMatches('ada@gmail.com', false, ['uio.no'])).toBe(false);
  });
});
