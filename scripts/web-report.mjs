// npm run web:report: measures the download size of each page, and how soon it appears on a slow phone. Builds the web
// app, starts a throw-away product with the demo, opens every page in Chromium and writes the table
// into docs/first-page.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { build } from './lib/build.mjs';
import { CHROMIUM_ARGS, ensureChromium } from './lib/chromium.mjs';
import { DIST, ROOT } from './lib/paths.mjs';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, startProduct } from './lib/product.mjs';
import { weighPages } from './lib/web/web-budget.mjs';
import { slowPhoneDescription, measurePage } from './lib/slow-phone.mjs';

const page = join(ROOT, 'docs/first-page.md');
const rounds = Number(process.env.ROUNDS ?? 3);

/**
 * Signs an account of the demo in, and returns its token.
 * @param {string} url @param {string} email
 */
async function tokenOf(url, email) {
  const answer = await fetch(`${url}/api/users/profile/`, {
    headers: {
      authorization: `Basic ${Buffer.from(`${email}:${DEMO_PASSWORD}`).toString('base64')}`,
    },
  });
  const { token } = /** @type {{ token: string }} */ (await answer.json());
  return token;
}

/** @param {string} url */
async function routes(url) {
  const list = await fetch(`${url}/api/studies/`);
  const { items } = /** @type {{ items: { _id: string }[] }} */ (await list.json());
  const [participant, researcher] = await Promise.all([
    tokenOf(url, DEMO_ACCOUNTS.participant),
    tokenOf(url, DEMO_ACCOUNTS.researcher),
  ]);
  return [
    { route: '/', path: '/' },
    { route: '/signin', path: '/signin' },
    { route: '/study/details/{id}', path: `/study/details/${items[0]?._id}` },
    { route: '/signup', path: '/signup' },
    { route: '/home', path: '/home', token: participant },
    { route: '/history/participation', path: '/history/participation', token: participant },
    { route: '/profile', path: '/profile', token: participant },
    { route: '/sessions/dashboard', path: '/sessions/dashboard', token: researcher },
    { route: '/experiments', path: '/experiments', token: researcher },
  ];
}

const kB = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(0);
const middle = (/** @type {number[]} */ values) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

await build();
const product = await startProduct({ demo: true });
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: CHROMIUM_ARGS,
});
try {
  const rows = [];
  for (const { route, path, token } of (await routes(product.url)).slice(
    0,
    Number(process.env.ROUTES ?? 99),
  )) {
    const measured = [];
    for (let i = 0; i < rounds; i++)
      measured.push(await measurePage(browser, product.url, path, token));
    const [first] = measured;
    rows.push(
      `| \`${route}\` | ${first?.requests} | ${kB(first?.script ?? 0)} | ${kB(first?.style ?? 0)} | ` +
        `${(middle(measured.map(({ lcp }) => lcp)) / 1000).toFixed(2)} | ` +
        `${Math.max(...measured.map(({ cls }) => cls)).toFixed(3)} |`,
    );
    process.stdout.write(
      `${[rows.at(-1), first?.largest, ...(first?.moved ?? [])].join('\n  ')}\n`,
    );
  }
  const built = weighPages(join(DIST, 'web')).map(
    ({ path, javascript, css, later }) =>
      `| \`${path}\` | ${kB(javascript)} | ${kB(css)} | ` +
      `${later.map(({ what, javascript: more }) => `${what}: ${kB(more)} kB`).join('; ') || 'nothing'} |`,
  );
  const table = [
    `Middle of ${rounds} loads without a cache: ${slowPhoneDescription}. Kilobytes as transferred, headers included.`,
    '',
    '| Page | Requests | JavaScript (kB) | Styles (kB) | Largest paint (s) | Layout shift |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    'What the build holds to 180 kB, gzipped at level 9:',
    '',
    '| Page | JavaScript (kB) | Styles (kB) | Comes by itself after that |',
    '|---|---|---|---|',
    ...built,
  ].join('\n');
  const text = readFileSync(page, 'utf8');
  const [before] = text.split('<!-- figures -->');
  writeFileSync(page, `${before}<!-- figures -->\n\n${table}\n`);
} finally {
  await browser.close();
  await product.stop();
}
