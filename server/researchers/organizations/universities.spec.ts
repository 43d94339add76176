import { universitiesOfPackage } from './universities';

describe('The universities included in the product', () => {
  const listed = universitiesOfPackage();

  it('are thousands, unique per country, with valid domains and without identifiers', () => {
    expect(listed.length).toBeGreaterThan(8_000);
    expect(new Set(listed.map((one) => `${one.name}|${one.country}`)).size).toBe(listed.length);
    expect(listed.filter((one) => one.ror_id !== null)).toEqual([]);
    expect(
      listed
        .flatMap((one) => one.domains)
        .filter((domain) => !/^[a-z0-9.-]+\.[a-z]{2,}$/.test(domain)),
    ).toEqual([]);
  });

  it('have an ISO country unless the country no longer exists', () => {
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
