import {
  connectionAllowlist,
  servingKeyIn,
  denyAllPolicy,
  contentSecurityPolicyOf,
} from './serving-headers.rule';

const place = {
  origin: 'https://api.example',
  app: 'https://lab.example',
  isOwn: false,
  areOneSite: false,
};
const key = 'k'.repeat(32);
const folder = `https://api.example/s/${key}/`;
const plain = { hosts: [], frames: false, own_code: true };
const chromium =
  'Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

const directivesOf = (policy: string) =>
  new Map(policy.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1)]));

it('a study reaches its own folder and the declared hosts, by sockets too, and nothing else of this server', () => {
  const hosts = ['https://data.example:8443'];
  const directives = directivesOf(contentSecurityPolicyOf(place, key, { ...plain, hosts }));
  expect(directives.get('sandbox')).not.toContain('allow-same-origin');
  expect(directives.get('sandbox')?.some((one) => one.includes('top-navigation'))).toBe(false);
  expect(directives.get('frame-ancestors')).toEqual(['https://lab.example']);
  expect(directives.get('connect-src')).toEqual([
    folder,
    'https://data.example:8443',
    'wss://data.example:8443',
    'data:',
    'blob:',
  ]);
  expect(directives.get('object-src')).toEqual(["'none'"]);
});

it('a study shows frames only if its runtime allows it, and only from its own folder', () => {
  const frames = (has: boolean) =>
    directivesOf(contentSecurityPolicyOf(place, key, { ...plain, frames: has })).get('frame-src');
  expect(frames(true)).toEqual([folder, 'data:', 'blob:']);
  expect(frames(false)).toEqual(["'none'"]);
});

it('a page may be framed by the web app, and by its own study if that shows frames', () => {
  const ancestors = (isOwn: boolean, frames: boolean) =>
    directivesOf(contentSecurityPolicyOf({ ...place, isOwn }, key, { ...plain, frames })).get(
      'frame-ancestors',
    );
  expect(ancestors(false, false)).toEqual([place.app]);
  expect(ancestors(true, false)).toEqual([place.app]);
  // This study's pages have an opaque origin. `frame-ancestors` cannot name an opaque origin, so
  // the directive is left out.
  expect(ancestors(false, true)).toBeUndefined();
  expect(ancestors(true, true)).toEqual([place.app, place.origin]);
});

it('a page in a frame of its study has the same restrictions as the page around it', () => {
  const around = directivesOf(contentSecurityPolicyOf(place, key, { ...plain, frames: false }));
  const inside = directivesOf(contentSecurityPolicyOf(place, key, { ...plain, frames: true }));
  const differs = ['frame-ancestors', 'frame-src'];
  for (const [name, value] of around)
    if (!differs.includes(name ?? '')) expect(inside.get(name)).toEqual(value);
  expect(inside.get('frame-src')).toEqual([folder, 'data:', 'blob:']);
});

it('in a study without code by its researchers, only the scripts of this site run', () => {
  const directives = directivesOf(
    contentSecurityPolicyOf(place, key, { ...plain, own_code: false }),
  );
  expect(directives.get('script-src')).toEqual(
    ['jspsych.js', 'player.js', 'plugins/', '__commonlab/'].map((path) => folder + path),
  );
  expect(directives.get('default-src')).toEqual(["'none'"]);
  for (const name of ['frame-src', 'form-action', 'base-uri'])
    expect(directives.get(name)).toEqual(["'none'"]);
});

it('connections go only where the policy allows requests, and only declared hosts may redirect', () => {
  expect(connectionAllowlist(place, key, { hosts: [] })).toBe(
    `("${folder}*");webrtc=block;redirects=block`,
  );
  expect(connectionAllowlist(place, key, { hosts: ['https://data.example'] })).toBe(
    `("${folder}*" "https://data.example/*" "wss://data.example/*");webrtc=block;redirects=allow`,
  );
});

it('the policy blocks WebRTC for browsers without a connection allowlist', () => {
  expect(
    contentSecurityPolicyOf(place, key, plain, 'Mozilla/5.0 Gecko/20100101 Firefox/150.0'),
  ).toContain("; webrtc 'block'");
  expect(contentSecurityPolicyOf(place, key, plain)).toContain("; webrtc 'block'");
  for (const agent of [chromium, chromium.replace('Chrome/', 'HeadlessChrome/')])
    expect(contentSecurityPolicyOf(place, key, plain, agent)).not.toContain('webrtc');
});

it('the policy of a response that belongs to no study forbids everything', () => {
  expect(denyAllPolicy(place.app)).toMatch(/^sandbox .*default-src 'none'$/);
});

it.each([
  [`/s/${key}/a.js`, key],
  [`/s/${key}`, key],
  [`/s/${key}?x`, key],
  [`/s/${key}x/a.js`, null],
  ['/s/../api/', null],
  ['/s/', null],
])('servingKeyIn finds the key in the address %s', (path, expected) => {
  expect(servingKeyIn(path)).toBe(expected);
});
