import { isStudyHost, originOfStudy, studyOriginOf } from './study-origin.rule';

const at = (app: string, cookieDomain?: string) => ({ app, api: app, cookieDomain });
const lab = at('https://lab.example.org');

describe('The origins of studies', () => {
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
  ])('are refused where they are %s', (_, given, places) => {
    expect(() => studyOriginOf(given, places)).toThrow();
  });

  it('are another site, with a port where it has one', () => {
    expect(studyOriginOf('https://*.Lab-Studies.net:444', lab)).toEqual({
      pattern: 'https://*.lab-studies.net:444',
      isLocal: false,
    });
  });

  it('may be siblings on a host whose users are strangers to each other', () => {
    // github.io is on the public suffix list: a.github.io and b.github.io share no cookies.
    expect(
      studyOriginOf('https://*.studies.github.io', at('https://lab.github.io')),
    ).not.toBeNull();
  });

  it('are below localhost on a machine of one\u2019s own, and nowhere where the app is elsewhere', () => {
    expect(studyOriginOf(undefined, at('http://127.0.0.1:3000'))).toEqual({
      pattern: 'http://*.localhost:3000',
      isLocal: true,
    });
    for (const app of ['http://localhost:3000', 'https://lab.example.org', 'http://192.0.2.1'])
      expect(studyOriginOf(undefined, at(app))).toBeNull();
  });

  it('differ from study to study', () => {
    const origin = { pattern: 'https://*.studies.net', isLocal: false };
    const id = '01a214cc-c3b9-7178-a43e-7b5d07ff385f';
    expect(originOfStudy(origin, id)).toBe('https://01a214ccc3b97178a43e7b5d07ff385f.studies.net');
    const own = '01a214ccc3b97178a43e7b5d07ff385f';
    expect(isStudyHost(origin, `${own}.studies.net`)).toBe(true);
    expect(isStudyHost(origin, `${own.toUpperCase()}.STUDIES.NET`)).toBe(true);
    for (const host of [
      'studies.net',
      'eu.studies.net',
      `${own}.studies.net:81`,
      `${own}.studies.net.`,
      `${own}.studies.net.evil.org`,
      `x${own}.studies.net`,
      `${own}xstudies.net`,
    ])
      expect(isStudyHost(origin, host)).toBe(false);
  });
});
