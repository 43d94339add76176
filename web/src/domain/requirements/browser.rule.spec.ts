/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import {
  type BrowserFacts,
  browserName,
  deviceKind,
  type BrowserRequirement,
  unmetRequirements,
} from './browser.rule';

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const browser = (userAgent: string, more: Partial<BrowserFacts> = {}): BrowserFacts => ({
  userAgent,
  hints: null,
  touchPoints: 0,
  speech: true,
  media: true,
  ...more,
});
const hinted = (brand: string, platform: string, mobile = false) => ({
  hints: { brands: ['Not;A=Brand', 'Chromium', brand], platform, mobile },
});
const windows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/142.0.0.0 Safari/537.36`;
const mac = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.1 Safari/605.1.15`;
const android = `Mozilla/5.0 (Linux; Android 10; K) ${blink} Chrome/142.0.0.0`;
const iphone = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webkit}`;

const browsers = {
  'Chrome with hints': browser(windows, hinted('Google Chrome', 'Windows')),
  'Chrome without hints': browser(windows),
  'Chrome on a laptop with a touch screen': browser(windows, {
    touchPoints: 10,
    ...hinted('Google Chrome', 'Windows'),
  }),
  'Edge with hints': browser(`${windows} Edg/142.0`, hinted('Microsoft Edge', 'Windows')),
  'Edge without hints': browser(`${windows} Edg/142.0`),
  'Opera with hints': browser(`${windows} OPR/120.0`, hinted('Opera', 'Windows')),
  'Opera without hints': browser(`${windows} OPR/120.0`),
  'Brave, whose user agent is that of Chrome': browser(windows, hinted('Brave', 'Windows')),
  'Chromium without hints': browser(windows.replace('Chrome/', 'Chromium/142.0 Chrome/')),
  Firefox: browser('Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', {
    speech: false,
  }),
  'Firefox on a phone': browser(
    'Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0',
    { speech: false, touchPoints: 5 },
  ),
  'Firefox on a tablet': browser(
    'Mozilla/5.0 (Android 15; Tablet; rv:144.0) Gecko/144.0 Firefox/144.0',
    { speech: false, touchPoints: 5 },
  ),
  'Safari on a Mac': browser(mac),
  'Safari on an iPad, which says it is a Mac': browser(mac, { touchPoints: 5 }),
  'Safari on an iPhone': browser(`${iphone} Version/18.1 Mobile/15E148 Safari/604.1`, {
    touchPoints: 5,
  }),
  'Chrome on an iPhone': browser(`${iphone} CriOS/142.0 Mobile/15E148 Safari/604.1`, {
    touchPoints: 5,
  }),
  'Chrome on a phone': browser(`${android} Mobile Safari/537.36`, {
    touchPoints: 5,
    ...hinted('Google Chrome', 'Android', true),
  }),
  'Chrome on a tablet': browser(`${android} Safari/537.36`, {
    touchPoints: 5,
    ...hinted('Google Chrome', 'Android'),
  }),
  'Chrome on a tablet without hints': browser(`${android} Safari/537.36`, { touchPoints: 5 }),
  'Samsung Internet': browser(`${android} SamsungBrowser/28.0 Mobile Safari/537.36`, {
    touchPoints: 5,
  }),
};
type Known = keyof typeof browsers;

describe('detection of the browser', () => {
  it.each([
    ['Chrome with hints', 'chrome', 'desktop'],
    ['Chrome without hints', 'chrome', 'desktop'],
    ['Chrome on a laptop with a touch screen', 'chrome', 'desktop'],
    ['Edge with hints', 'edge', 'desktop'],
    ['Edge without hints', 'edge', 'desktop'],
    ['Opera with hints', 'other', 'desktop'],
    ['Opera without hints', 'other', 'desktop'],
    ['Brave, whose user agent is that of Chrome', 'other', 'desktop'],
    ['Chromium without hints', 'other', 'desktop'],
    ['Firefox', 'firefox', 'desktop'],
    ['Firefox on a phone', 'firefox', 'phone'],
    ['Firefox on a tablet', 'firefox', 'tablet'],
    ['Safari on a Mac', 'safari', 'desktop'],
    ['Safari on an iPad, which says it is a Mac', 'safari', 'tablet'],
    ['Safari on an iPhone', 'safari', 'phone'],
    ['Chrome on an iPhone', 'chrome', 'phone'],
    ['Chrome on a phone', 'chrome', 'phone'],
    ['Chrome on a tablet', 'chrome', 'tablet'],
    ['Chrome on a tablet without hints', 'chrome', 'tablet'],
    ['Samsung Internet', 'other', 'phone'],
  ] as const)('%s is detected as %s on a %s', (name, brand, kind) => {
    expect([browserName(browsers[name]), deviceKind(browsers[name])]).toEqual([brand, kind]);
  });
});

describe('the requirements of a study', () => {
  const without = (requirements: BrowserRequirement[]) =>
    (Object.keys(browsers) as Known[]).filter(
      (name) => unmetRequirements(requirements, browsers[name]).length,
    );
  const all = Object.keys(browsers) as Known[];

  it('include speech recognition, which only Google Chrome meets', () => {
    expect(without(['speech_recognition'])).toEqual(all.filter((name) => !/^Chrome /.test(name)));
    const mute = { ...browsers['Chrome with hints'], speech: false };
    expect(unmetRequirements(['speech_recognition'], mute)).toEqual(['speech_recognition']);
  });
  it('include no_safari, which all browsers but Safari meet, also those whose user agent contains its name', () => {
    expect(without(['no_safari'])).toEqual(all.filter((name) => /^Safari /.test(name)));
  });
  const phones: Known[] = [
    'Firefox on a phone',
    'Safari on an iPhone',
    'Chrome on an iPhone',
    'Chrome on a phone',
    'Samsung Internet',
  ];
  const tablets: Known[] = [
    'Firefox on a tablet',
    'Safari on an iPad, which says it is a Mac',
    'Chrome on a tablet',
    'Chrome on a tablet without hints',
  ];
  it.each([
    [['desktop'], [...phones, ...tablets]],
    [['desktop', 'tablet'], phones],
    [['desktop', 'phone'], tablets],
    [['tablet', 'phone'], all.filter((name) => ![...phones, ...tablets].includes(name))],
  ] as const)('include %j, met when one of these device kinds fits', (wanted, misfits) => {
    expect(without([...wanted]).sort()).toEqual([...misfits].sort());
  });
  it('exclude no device if they list all device kinds', () => {
    expect(without(['desktop', 'tablet', 'phone'])).toEqual([]);
  });
  it.each(['microphone', 'camera'] as const)(
    'include %s, which is unmet only when the browser has no media devices',
    (one) => {
      expect(without([one])).toEqual([]);
      expect(unmetRequirements([one], { ...browsers.Firefox, media: false })).toEqual([one]);
    },
  );
  it('are all listed if unmet; if no admitted kind of device fits, all of these kinds are listed', () => {
    expect(
      unmetRequirements(
        ['desktop', 'tablet', 'camera', 'no_safari'],
        browsers['Safari on an iPhone'],
      ),
    ).toEqual(['desktop', 'tablet', 'no_safari']);
  });
});
