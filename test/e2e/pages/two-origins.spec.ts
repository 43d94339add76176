import { type Supervised, supervise } from '../../../scripts/lib/processes/children.mjs';
import { programPath } from '../../../scripts/lib/paths.mjs';
import { freePort } from '../../../scripts/lib/processes/ports.mjs';
import { newPerson, recruit, signInByApi } from '../support/api';
import { useBrowser } from '../support/browser';
import { demoAccounts, demoPassword, runningProduct } from '../support/product';
import {
  see,
  seeHeading,
  waitForPath,
  seeText,
  waitForDashboardTile,
  signIn,
} from '../support/see';

const browser = useBrowser();

// Starts two more servers for the running product, at different sites: one for the pages, one for
// the API.
const servers: Supervised[] = [];
let web = '';
let api = '';

beforeAll(async () => {
  const [webPort, apiPort] = [await freePort(), await freePort()];
  web = `http://127.0.0.1:${webPort}`;
  api = `http://localhost:${apiPort}`;
  for (const [name, port] of [
    ['web-origin', webPort],
    ['api-origin', apiPort],
  ] as const) {
    servers.push(
      supervise({
        name,
        file: programPath('server/main'),
        logDir: runningProduct().logDir,
        env: {
          ...runningProduct().env,
          PORT: String(port),
          PUBLIC_WEB_URL: web,
          PUBLIC_API_URL: api,
        },
      }),
    );
  }
  await Promise.all(servers.map(({ ready }) => ready));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
});

describe('web app and API on different origins', () => {
  it('support sign-in, enrolment and live updates as if they had one origin', async () => {
    const researcher = await signInByApi(demoAccounts.researcher);
    const study = await recruit(researcher, 'Across two origins', 2);
    const lena = await newPerson({ first_name: 'Lena' });
    const [desk, page] = [
      await browser.open({ as: researcher, origin: web }),
      await browser.open({ origin: web }),
    ];
    const calls = new Set<string>();
    for (const one of [desk, page]) {
      one.on('request', (request) => {
        if (new URL(request.url()).pathname.startsWith('/api/'))
          calls.add(new URL(request.url()).origin);
      });
      one.on('websocket', (socket) => calls.add(new URL(socket.url()).origin));
    }
    await desk.goto('/sessions/dashboard');
    await see(desk.locator('[data-connection=live]'));

    await page.goto('/signin');
    await signIn(page, lena.email, 'Wrong-Pass-2026!');
    await see(page.getByRole('alert').getByText('The email or the password is wrong.'));
    await signIn(page, lena.email, demoPassword);
    await waitForPath(page, '/home');
    await page.getByRole('link', { name: study.title }).click();
    await seeText(page, '2 spots available');
    await page.getByRole('button', { name: 'Enroll now' }).click();
    await page.getByRole('checkbox', { name: /I have read this form/ }).check();
    await page.getByRole('button', { name: 'Agree and enroll' }).click();
    await seeHeading(page, 'You are enrolled');
    await seeText(page, '1 spot available');
    await waitForDashboardTile(desk, study.title, { fill: '1 / 2' });
    await page.goto('/logout');
    await waitForPath(page, '/');
    expect([...calls].sort()).toEqual([api, api.replace('http', 'ws')].sort());
  });

  it('allow requests from no other origin', async () => {
    const ask = (origin: string) => fetch(`${api}/api/studies/`, { headers: { origin } });
    const [own, foreign] = await Promise.all([ask(web), ask('https://evil.example')]);
    expect(own.headers.get('access-control-allow-origin')).toBe(web);
    expect(own.headers.get('access-control-allow-credentials')).toBe('true');
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
  });
});
