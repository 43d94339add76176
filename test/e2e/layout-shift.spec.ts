/** @lane slow: waits for each page over a slow line */
import { slowDown } from '../../scripts/lib/slow-phone.mjs';
import { newPerson, recruit, signInByApi } from './support/api';
import { useBrowser } from './support/browser';
import { demoAccounts } from './support/product';
import { see } from './support/see';

const browser = useBrowser();

/** The share of the window that may move while a page arrives (CLS). */
const most = 0.02;

const observe = `
  window.moved = { sum: 0, what: [] };
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      window.moved.sum += value;
      for (const { node } of sources)
        window.moved.what.push(value.toFixed(3) + ' ' + (node && node.outerHTML || '').slice(0, 80));
    }
  }).observe({ type: 'layout-shift', buffered: true });
`;

const atOnce = 4;
const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 900 } };

describe('nothing moves while a page arrives over a slow line', () => {
  it.each(['phone', 'desk'] as const)(
    'on a %s',
    async (size) => {
      const researcher = await signInByApi(demoAccounts.researcher);
      const administrator = await signInByApi(demoAccounts.administrator);
      const participant = await newPerson({ first_name: 'Still' });
      const study = await recruit(researcher, 'Nothing moves', 4);
      const pages = [
        ...['/', '/signin', '/signup', '/pricing', '/reset-password', '/no/such/page'].map(
          (path) => [path, undefined] as const,
        ),
        [`/study/details/${study.study_id}`, undefined] as const,
        ...['/home', '/history/participation', '/profile', '/demographics'].map(
          (path) => [path, participant] as const,
        ),
        ...[
          '/sessions/dashboard',
          '/experiments',
          `/experiments/details/${study.study_id}`,
          `/sessions/${study.session_id}`,
        ].map((path) => [path, researcher] as const),
        ...['/reviews', '/admin/users', '/admin/sso', '/admin/audit'].map(
          (path) => [path, administrator] as const,
        ),
      ];
      const found: string[] = [];
      const look = async ([path, as]: (typeof pages)[number]) => {
        const page = await browser.open({ as, viewport: sizes[size] });
        await page.addInitScript({ content: observe });
        await slowDown(page);
        await page.goto(path, { timeout: 60_000 });
        await see(page.getByRole('heading', { level: 1 }), 60_000);
        await page.waitForLoadState('networkidle', { timeout: 60_000 });
        const moved = await page.evaluate<{ sum: number; what: string[] }>('window.moved');
        if (moved.sum > most)
          found.push(`${path}: ${moved.sum.toFixed(3)}`, ...moved.what.slice(0, 6));
        await page.context().close();
      };
      // The line is slow for each of them; the machine has time for several.
      const rest = pages.values();
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          for (const one of rest) await look(one);
        }),
      );
      expect(found).toEqual([]);
    },
    // Each of eighteen pages takes about four seconds over this line, and longer beside others.
    180_000,
  );
});
