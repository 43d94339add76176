import { listedUniversities } from './universities';

describe('the universities that come with the product', () => {
  const listed = listedUniversities();

  it('are thousands, each of a country once, with domains that are domains and without identifiers', () => {
    expect(listed.length).toBeGreaterThan(8_000);
    expect(new Set(listed.map((one) => `${one.name}|${one.country}`)).size).toBe(listed.length);
    expect(listed.filter((one) => one.ror_id !== null)).toEqual([]);
    expect(
      listed
        .flatMap((one) => one.domains)
        .filter((domain) => !/^[a-z0-9.-]+\.[a-z]{2,}$/.test(domain)),
    ).toEqual([]);
  });

  it('have an ISO country, but where the country is no more', () => {
    expect(listed.filter((one) => one.country !== null && !/^[A-Z]{2}$/.test(one.country))).toEqual(
      [],
    );
    expect(listed.filter((one) => one.country === null).length).toBeLessThan(10);
    const countryOf = (domain: string) =>
      listed.find((one) => one.domains.includes(domain))?.country;
    expect(
      [
        'mit.edu',
        'uio.no',
        'ethz.ch',
        'uni-muenchen.de',
        'ox.ac.uk',
        'snu.ac.kr',
        'boun.edu.tr',
      ].map(countryOf),
    ).toEqual(['US', 'NO', 'CH', 'DE', 'GB', 'KR', 'TR']);
  });
});
