import {
  countAcronymSources,
  distinctiveWords,
  domainOf,
  comparableName,
  initialsOf,
  rankOrganizations,
  organizationMatchRankOf,
  organizationMatchRanks,
  organizationSearchText,
  type ListedOrganization,
} from './organization-names.rule';

const organization = (
  name: string,
  more: Partial<ListedOrganization> = {},
): ListedOrganization => ({ name, ror_id: null, country: null, aliases: [], domains: [], ...more });
const names = (found: readonly ListedOrganization[]) => found.map((one) => one.name);

describe('The name of an organization', () => {
  it.each([
    ['Universität Zürich', 'universitat zurich'],
    ['  ÉCOLE  Normale—Supérieure ', 'ecole normale superieure'],
    ['Københavns Universitet', 'kobenhavns universitet'],
    ['Straße', 'strasse'],
    ['Texas A&M', 'texas a m'],
    ["Queen's University", 'queens university'],
    ['Queen’s University', 'queens university'],
    ['Łódź', 'lodz'],
    ['東京大学', '東京大学'],
    ['МГУ', 'мгу'],
    ['%_\\', ''],
    ['\u0000\u0007', ''],
    ['', ''],
  ])('%s is compared as %s', (name, folded) => expect(comparableName(name)).toBe(folded));

  it.each([
    ['Massachusetts Institute of Technology', 'mit'],
    ['Ludwig-Maximilians-Universität München', 'lmum'],
    ['University of California, Los Angeles', 'ucla'],
    ['Yale', ''],
    ['', ''],
  ])('%s is abbreviated %s', (name, initials) => expect(initialsOf(name)).toBe(initials));

  it('keeps its distinctive words when its usual words are removed, also misspelt ones', () => {
    expect(
      [
        'univrsity of oslo',
        'universitat munchn',
        'massachusets institut of tecnology',
        'university of',
      ].map(distinctiveWords),
    ).toEqual(['oslo', 'munchn', 'massachusets', '']);
  });
});

describe('The domain of an organization', () => {
  it.each([
    ['MIT.edu', 'mit.edu'],
    ['www.uio.no', 'uio.no'],
    ['cam.ac.uk.', 'cam.ac.uk'],
    ['uaa.mx:8001', null],
    ['shanghai_edu.gov.cn', null],
    ['localhost', null],
    ['', null],
    ['geocities.com', null],
    ['a..b', null],
    ['-a.edu', null],
    ['127.0.0.1', null],
  ])('%j is compared as %j', (text, domain) => expect(domainOf(text)).toBe(domain));
});

describe('The score of a text as the acronym of an organization', () => {
  const of = (name: string, more: Partial<ListedOrganization>, wanted: string) =>
    countAcronymSources(organization(name, more), wanted);

  it('counts the listed aliases, the own domain and the initials that agree with the text', () => {
    expect(
      of(
        'Massachusetts Institute of Technology',
        { aliases: ['MIT'], domains: ['mit.edu'] },
        'mit',
      ),
    ).toBe(3);
    expect(of('Massachusetts Institute of Technology', { domains: ['mit.edu'] }, 'mit')).toBe(2);
    expect(of('Manipal Institute of Technology', { aliases: ['MIT'] }, 'mit')).toBe(2);
    expect(
      of('University College London, University of London', { domains: ['ucl.ac.uk'] }, 'ucl'),
    ).toBe(2);
    expect(
      of(
        'Swiss Federal Institute of Technology, Zurich',
        { domains: ['eth.edu', 'ethz.ch'] },
        'eth',
      ),
    ).toBe(1);
    expect(of('Universitetet i Oslo', { aliases: ['UiO'] }, 'uio')).toBe(1);
  });

  it('is zero for a word of the name, for initials alone, for several words, and for an alias that is not written like an acronym', () => {
    expect(of('Harvard University', { domains: ['harvard.edu'] }, 'harvard')).toBe(0);
    expect(of('Muroran Institute of Technology', { domains: ['muroran-it.ac.jp'] }, 'mit')).toBe(0);
    expect(of('Ethiopian Institute', { aliases: ['Eth'] }, 'eth')).toBe(0);
    expect(of('University of Oslo', { domains: ['oslo.edu'] }, 'oslo')).toBe(0);
    expect(of('A', { aliases: ['A B'] }, 'a b')).toBe(0);
  });
});

describe('The order of the organizations found', () => {
  const mit = organization('Massachusetts Institute of Technology', {
    country: 'US',
    domains: ['mit.edu'],
  });

  it('begins with matching acronyms, the most certain first, before the exact name and longer names', () => {
    const [louvain, none, named, longer] = [
      organization('Université Catholique de Louvain', { domains: ['ucl.ac.be'] }),
      organization('Umeå Clinic', { aliases: ['UCL'] }),
      organization('UCL'),
      organization('UCL Bakery'),
    ];
    expect(names(rankOrganizations([longer, named, none, louvain], 'ucl', 9))).toEqual([
      'Université Catholique de Louvain',
      'Umeå Clinic',
      'UCL',
      'UCL Bakery',
    ]);
  });

  it('depends on the match: full name, beginning of a name, initials, a word, or mere similarity', () => {
    const text = organizationSearchText(mit);
    expect(
      [
        'mit',
        'massachusetts',
        'massachusetts institute of technology',
        'technology',
        'institute of',
        'oslo',
      ].map((wanted) => organizationMatchRankOf(text, wanted)),
    ).toEqual([
      organizationMatchRanks.exact,
      organizationMatchRanks.beginning,
      organizationMatchRanks.exact,
      organizationMatchRanks.word,
      organizationMatchRanks.word,
      organizationMatchRanks.guess,
    ]);
    expect(
      organizationMatchRankOf(
        organizationSearchText(organization('Ludwig-Maximilians-Universität München')),
        'lmu',
      ),
    ).toBe(organizationMatchRanks.initials);
    expect(
      organizationMatchRankOf(
        organizationSearchText(organization('Deutsche Welle', { aliases: ['DW'] })),
        'd',
      ),
    ).toBe(organizationMatchRanks.beginning);
  });

  it('puts the shorter of two equal matches first, and keeps the source order of mere similar names', () => {
    expect(
      names(
        rankOrganizations(
          [
            organization('Oslo Metropolitan University'),
            organization('Oslo'),
            organization('Oslo Museum'),
          ],
          'oslo',
          9,
        ),
      ),
    ).toEqual(['Oslo', 'Oslo Museum', 'Oslo Metropolitan University']);
    expect(
      names(
        rankOrganizations(
          [organization('University of Oslo and more'), organization('Oslos')],
          'olso',
          9,
        ),
      ),
    ).toEqual(['University of Oslo and more', 'Oslos']);
  });

  it('puts the beginning of a name before the beginning of a domain', () => {
    const omsk = organization('Omsk State University', { domains: ['univer.omsk.su'] });
    const found = [omsk, organization('University of Oslo', { domains: ['uio.no'] })];
    expect(names(rankOrganizations(found, 'Univer', 9))).toEqual([
      'University of Oslo',
      'Omsk State University',
    ]);
    // The first search text is a complete domain, and the second is an acronym. Each of them finds
    // its organization first.
    expect(names(rankOrganizations(found, 'univer.omsk.su', 9))[0]).toBe('Omsk State University');
    expect(names(rankOrganizations([organization('Uionia'), ...found], 'uio', 9))[0]).toBe(
      'University of Oslo',
    );
  });

  it("contains each organization once: the registry's entry if there is one, else the entry with domains", () => {
    const ror = organization('Massachusetts Institute of Technology', {
      country: 'US',
      ror_id: 'https://ror.org/042nb2s44',
      domains: ['mit.edu'],
    });
    const named = organization('massachusetts institute of technology');
    expect(rankOrganizations([mit, ror, named], 'massachusetts', 9)).toEqual([ror]);
    expect(rankOrganizations([named, mit], 'massachusetts', 9)).toEqual([mit]);
    expect(
      rankOrganizations([organization('M.I.T.', { domains: ['mit.edu'] }), ror], 'mit', 9),
    ).toEqual([ror]);
  });

  it('keeps organizations of the same name apart if their country or registry entry differs', () => {
    expect(
      rankOrganizations(
        [
          organization('Trinity College', { country: 'IE' }),
          organization('Trinity College', { country: 'GB' }),
        ],
        'trinity',
        9,
      ),
    ).toHaveLength(2);
    expect(
      rankOrganizations(
        [
          organization('St. Mary', { country: 'US', ror_id: 'a' }),
          organization('St. Mary', { country: 'US', ror_id: 'b' }),
        ],
        'st',
        9,
      ),
    ).toHaveLength(2);
  });

  it('contains at most the requested number of organizations', () =>
    expect(
      rankOrganizations(
        [1, 2, 3].map((n) => organization(`Oslo ${n}`)),
        'oslo',
        2,
      ),
    ).toHaveLength(2));
});
