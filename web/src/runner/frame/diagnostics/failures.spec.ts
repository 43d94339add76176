import { LoadFailures, reportLoadFailures, reportedAddress } from './failures';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function heard() {
  const told: Readonly<Record<string, unknown>>[] = [];
  const failures = new LoadFailures((event) => void told.push(event));
  return { failures, told };
}

describe('the address of a resource that failed to load', () => {
  it.each([
    ['https://lab.example/s/KEY0123456789/img/a.png?person=7#x', 'img/a.png', true],
    ['https://cdn.example.org/a.js?token=1', 'https://cdn.example.org/a.js', false],
    ['wss://live.example.org/x', 'wss://live.example.org/x', false],
    ['http://lab.example/assets/index.js', 'http://lab.example/assets/index.js', false],
  ])('is reported without its query and the key of the run: %s', (address, path, isOwn) => {
    expect(reportedAddress(address)).toEqual({ address: path, isOwn });
  });

  it.each([
    '',
    'inline',
    'eval',
    'data:text/plain,x',
    'blob:null/1',
    'chrome-extension://abc/x.js',
  ])('is not reported: %s', (address) => expect(reportedAddress(address)).toBeUndefined());
});

describe('a resource that the policy blocks', () => {
  it('is reported once, by the policy violation instead of the element’s error', () => {
    const { failures, told } = heard();
    failures.fail('https://a.example/x.js', 'script');
    failures.block('https://a.example/x.js', 'script-src-elem', '');
    failures.block('https://a.example/x.js?again', 'script-src-elem', '');
    jest.runAllTimers();
    expect(told).toEqual([
      { type: 'blocked', address: 'https://a.example/x.js', directive: 'script-src-elem' },
    ]);
  });

  it('is not reported when a browser extension requested it', () => {
    const { failures, told } = heard();
    for (const scheme of ['chrome-extension', 'moz-extension', 'safari-web-extension'])
      failures.block('https://spy.example/x.js', 'script-src', `${scheme}://abc/x.js`);
    failures.block('moz-extension://abc/x.css', 'style-src-elem', '');
    jest.runAllTimers();
    expect(told).toEqual([]);
  });

  it('is reported for a bounded number of addresses, with room reserved for the study’s own', () => {
    const { failures, told } = heard();
    for (let n = 0; n < 1_000; n++) failures.block(`https://a.example/${n}.js`, 'script-src', '');
    for (let n = 0; n < 1_000; n++) failures.fail(`https://lab.example/s/KEY/${n}.png`, 'img');
    jest.runAllTimers();
    expect(told.filter(({ type }) => type === 'blocked')).toHaveLength(20);
    expect(told.filter(({ type }) => type === 'load_failed')).toHaveLength(20);
  });
});

describe('the page of a study', () => {
  it('reports failed elements, failed requests and policy violations, and leaves error events to the study', async () => {
    const told: Readonly<Record<string, unknown>>[] = [];
    const refused = new TypeError('Failed to fetch');
    window.fetch = () => Promise.reject(refused);
    reportLoadFailures((event) => void told.push(event));
    const image = document.createElement('img');
    image.setAttribute('src', 'https://a.example/x.png?who=1');
    document.body.append(image);
    image.dispatchEvent(new Event('error'));
    const link = Object.assign(document.createElement('link'), { href: 'https://a.example/x.css' });
    document.head.append(link);
    link.dispatchEvent(new Event('error'));
    await expect(window.fetch('https://a.example/data.json')).rejects.toBe(refused);
    const violation = Object.assign(new Event('securitypolicyviolation', { bubbles: true }), {
      ...{ disposition: 'enforce', blockedURI: 'https://b.example/f', sourceFile: '' },
      effectiveDirective: 'frame-src',
    });
    document.dispatchEvent(violation);
    jest.runAllTimers();
    expect(told).toEqual([
      { type: 'blocked', address: 'https://b.example/f', directive: 'frame-src' },
      { type: 'load_failed', address: 'https://a.example/x.png', element: 'img' },
      { type: 'load_failed', address: 'https://a.example/x.css', element: 'link' },
      { type: 'load_failed', address: 'https://a.example/data.json', element: 'fetch' },
    ]);
  });
});
