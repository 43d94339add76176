import { keyIn, studyPolicy } from './serving-headers.rule';

const place = {
  origin: 'https://api.example',
  app: 'https://lab.example',
  isOwn: false,
  areOneSite: false,
};
const key = 'k'.repeat(32);

it('a study reaches its own folder and the declared hosts, by sockets too, and nothing else of this server', () => {
  const policy = studyPolicy(place, key, ['https://data.example:8443']);
  const directives = new Map(
    policy.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1)]),
  );
  expect(directives.get('sandbox')).not.toContain('allow-same-origin');
  expect(directives.get('sandbox')?.some((one) => one.includes('top-navigation'))).toBe(false);
  expect(directives.get('frame-ancestors')).toEqual(['https://lab.example']);
  expect(directives.get('connect-src')).toEqual([
    `https://api.example/s/${key}/`,
    'https://data.example:8443',
    'wss://data.example:8443',
    'data:',
    'blob:',
  ]);
  expect(directives.get('object-src')).toEqual(["'none'"]);
});

it('an answer without a study allows nothing', () => {
  expect(studyPolicy(place, null, [])).toMatch(/^sandbox .*default-src 'none'$/);
});

it.each([
  [`/s/${key}/a.js`, key],
  [`/s/${key}`, key],
  [`/s/${key}?x`, key],
  [`/s/${key}x/a.js`, null],
  ['/s/../api/', null],
  ['/s/', null],
])('the key of %s is read', (path, expected) => {
  expect(keyIn(path)).toBe(expected);
});
