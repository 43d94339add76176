import { domainMatches } from './mail-domain.rule';

describe('the domain of a mail address', () => {
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
  ])('%s fits %j: %s', (email, domains, expected) =>
    expect(domainMatches(email, true, domains)).toBe(expected),
  );

  it('says nothing while nobody has proven that the address is theirs, unless it does not fit anyway', () => {
    expect(domainMatches('ada@uio.no', false, ['uio.no'])).toBeNull();
    expect(domainMatches('ada@gmail.com', false, ['uio.no'])).toBe(false);
  });
});
