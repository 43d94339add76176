/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import type { BrowserFacts } from '../../../domain/requirements/browser.rule';
import { showsPdf } from './pdf-in-page.rule';

const browser = (userAgent: string, touchPoints = 0): BrowserFacts => ({
  userAgent,
  hints: null,
  touchPoints,
  speech: false,
  media: true,
});
const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18 Safari/605.1.15';

test.each([
  ['a computer with a viewer', browser(mac), true, true],
  ['a computer that saves PDFs instead', browser(mac), false, false],
  ['an old browser that does not tell', browser(mac), undefined, false],
  ['an iPad, which says that it is a Mac', browser(mac, 5), true, false],
  [
    'an iPhone',
    browser('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile'),
    true,
    false,
  ],
  ['an Android phone', browser('Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile'), true, false],
])('the page shows a PDF within itself, or as a link: %s', (_, given, viewer, shown) => {
  expect(showsPdf(given, viewer)).toBe(shown);
});
