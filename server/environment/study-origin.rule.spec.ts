import { originOfStudy, parseStudyOrigin, kindOfHost } from './study-origin.rule';

const at = (app: string, cookieDomain?: string) => ({ app, api: app, cookieDomain });
const lab = at('https://lab.example.org');

describe('origins of studies', () => {
  it.each([
    ['the app itself on another port', 'https://*.lab.example.org:8443', lab],
    ['below the app', 'https://*.lab.example.org', lab],
    ['a sibling of the app', 'https://*.studies.example.org', lab],
    ['a sibling below a suffix with two labels', 'https://*.s.uni.ac.uk', at('https://uni.ac.uk')],
    ['below the domain of the cookies', 'https://*.a.b.org', at('https://c.org', 'b.org')],
    ['the site of the API', 'https://*.s.api.net', { ...lab, api: 'https://api.net' }],
    ['without a star', 'https://studies.example.net', lab],
    ['with a path', 'https://*.studies.net/s', lab],
    ['plain http elsewhere', 'http://*.studies.net', lab],
    ['plain http of a name that only ends so', 'http://*.xlocalhost', lab],
    ['all names below a suffix', 'https://*.co.uk', lab],
    ['all names of a top level', 'https://*.org', lab],
    ['all names of a top level that nobody knows', 'https://*.intern', lab],
    ['no name: a part is empty', 'https://*.a..b', lab],
    ['no name: a part begins with a dash', 'https://*.-a.net', lab],
    ['no name: a part ends with a dash', 'https://*.a-.net', lab],
    ['no name: a part is too long', `https://*.${'a'.repeat(64)}.net`, lab],
    ['no name: it ends with a dot', 'https://*.studies.net.', lab],
    ['too long with the id of a study', `https://*.${'abcdefg.'.repeat(29)}net`, lab],
    ['an address', 'https://*.192.0.2.1', lab],
    ['at a port that there is not', 'https://*.studies.net:99999', lab],
    ['above the app', 'https://*.github.io', at('https://lab.github.io')],
  ])('are refused when they are %s', (_, given, places) => {
    expect(() => parseStudyOrigin(given, places)).toThrow();
  });

  it('are accepted on a site other than the app’s, with a port if given', () => {
    expect(parseStudyOrigin('https://*.Lab-Studies.net:444', lab)).toEqual({
      pattern: 'https://*.lab-studies.net:444',
      isLocal: false,
      areOneSite: true,
    });
  });

  it.each([
    ['https://*.studies.net:443', 'https://*.studies.net'],
    ['https://*.studies.net:0443', 'https://*.studies.net'],
    ['HTTPS://*.studies.net:80', 'https://*.studies.net:80'],
    ['http://*.localhost:80', 'http://*.localhost'],
  ])('are normalized as browsers do, without a default port: %s', (given, pattern) => {
    expect(parseStudyOrigin(given, lab)?.pattern).toBe(pattern);
  });

  it('are separate sites when the parent domain is on the public suffix list, otherwise one site', () => {
    const areOne = (given: string) => parseStudyOrigin(given, lab)?.areOneSite;
    expect(areOne('https://*.studies.net')).toBe(true);
    expect(areOne('https://*.studies.github.io')).toBe(true);
    expect(areOne('https://*.github.io')).toBe(false);
    expect(areOne('http://*.localhost:3000')).toBe(false);
    expect(areOne('http://*.studies.localhost:3000')).toBe(true);
  });

  it('may be siblings of the app below a domain on the public suffix list', () => {
    // github.io is on the public suffix list, so a.github.io and b.github.io share no cookies.
    expect(
      parseStudyOrigin('https://*.studies.github.io', at('https://lab.github.io')),
    ).not.toBeNull();
  });

  it('default to names below localhost for a local app, and to none for any other app', () => {
    expect(parseStudyOrigin(undefined, at('http://127.0.0.1:3000'))).toEqual({
      pattern: 'http://*.localhost:3000',
      isLocal: true,
      areOneSite: false,
    });
    for (const app of ['http://localhost:3000', 'https://lab.example.org', 'http://192.0.2.1'])
      expect(parseStudyOrigin(undefined, at(app))).toBeNull();
  });

  it('contain the id of the study, so that each study has its own', () => {
    const origin = parseStudyOrigin('https://*.studies.net', lab);
    const id = '01a214cc-c3b9-7178-a43e-7b5d07ff385f';
    expect(origin && originOfStudy(origin, id)).toBe(
      'https://01a214ccc3b97178a43e7b5d07ff385f.studies.net',
    );
  });
});

describe('host that a request names', () => {
  const own = '01a214ccc3b97178a43e7b5d07ff385f';
  const remote = parseStudyOrigin('https://*.studies.net:443', lab);
  const local = parseStudyOrigin(undefined, at('http://127.0.0.1:3000'));
  const whose = (origin: typeof remote, host: string) => origin && kindOfHost(origin, host);

  it.each([`${own}.studies.net`, `${own.toUpperCase()}.STUDIES.NET`, `${own}.studies.net:443`])(
    'belongs to a study if it begins with the study’s id: %s',
    (host) => {
      expect(whose(remote, host)).toBe('study');
    },
  );

  it.each([
    'studies.net',
    'studies.net.',
    'eu.studies.net',
    `${own}.studies.net.`,
    `${own}.studies.net.:443`,
    `${own}.studies.net:81`,
    `x${own}.studies.net`,
    `a.${own}.studies.net`,
    `${own}..studies.net`,
    '.studies.net',
  ])('belongs to nobody below the domain of studies: %s', (host) => {
    expect(whose(remote, host)).toBe('nobody');
  });

  it.each([
    'lab.example.org',
    '',
    `${own}.studies.net.evil.org`,
    `${own}xstudies.net`,
    '[::1]:3000',
  ])('belongs to the app when it is empty or outside the domain of studies: %s', (host) => {
    expect(whose(remote, host)).toBe('app');
  });

  it.each([
    [`${own}.localhost:3000`, 'study'],
    [`${own}.localhost:3001`, 'nobody'],
    [`${own}.localhost.:3000`, 'nobody'],
    ['lab.localhost:3000', 'nobody'],
    ['localhost:3000', 'app'],
    ['eu.localhost:3000', 'app'],
    ['127.0.0.1:3000', 'app'],
  ])('on a local machine: %s belongs to %s', (host, expected) => {
    expect(whose(local, host)).toBe(expected);
  });
});
