import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { STYLE } from '../inbox/inbox-page.mjs';

/** @param {unknown} text */
const escape = (text) => String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Returns the HTML of a page of the demo's external study. @param {string} title @param {string} body */
const page = (title, body) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(title)}</title>
<style>${STYLE} button { font: inherit; padding: .6rem 1rem; margin: 0 .5rem .5rem 0; min-height: 44px; }</style></head>
<body><header><h1>${escape(title)}</h1></header><main><article>${body}</article></main></body></html>`;

const outcomes = {
  completed: 'I have answered everything',
  screened_out: 'I never do this (the study needs others)',
  failed_check: 'I did not read the instructions',
};
const ways = {
  redirect: 'Go back by itself',
  server: 'Report, and stay here',
  code: 'Show a code',
};

/** @typedef {{ secret: string, token: string, codes: Record<string, string> }} Proofs */

/**
 * Fetches the secrets with which the demo's external study proves to Commonlab that a participant
 * has completed it. Signs in as the demo's researcher, whose password is public; the server of a
 * real study has the secrets in its settings.
 * @param {string} api
 * @param {string} session
 * @param {{ email: string, password: string }} researcher
 * @returns {Promise<Proofs>}
 */
async function proofsOf(api, session, { email, password }) {
  const basic = `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;
  const signIn = await fetch(`${api}/api/users/profile/`, { headers: { authorization: basic } });
  /** @type {unknown} */
  const signedIn = await signIn.json();
  const { token } = /** @type {{ token: string }} */ (signedIn);
  const answer = await fetch(`${api}/api/sessions/${session}/external-returns/`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!answer.ok) throw new Error(`the session answers ${answer.status}`);
  /** @type {unknown} */
  const proofs = await answer.json();
  return /** @type {Proofs} */ (proofs);
}

/**
 * Ends the study for a participant in the way that they chose. `redirect` sends them back to
 * Commonlab with a signed address. `server` reports the outcome to Commonlab's API. Any other way
 * shows the completion code of the outcome.
 * @param {URLSearchParams} given the session and the participant from the link, and the chosen
 *   outcome and way
 * @param {{ web: string, api: string, researcher: { email: string, password: string } }} at the
 *   addresses of Commonlab's web app and API, and the researcher as whom the demo signs in to read
 *   the session's secrets
 * @returns {Promise<{ status: number, location?: string, html?: string }>}
 */
async function finish(given, { web, api, researcher }) {
  const [session = '', participant = '', outcome = '', way = ''] = [
    'session',
    'participant',
    'outcome',
    'way',
  ].map((name) => given.get(name) ?? '');
  if (!/^[\da-f-]{36}$/i.test(session) || !(outcome in outcomes))
    return { status: 400, html: page('Something is missing', 'Open the study from Commonlab.') };
  const { secret, token, codes } = await proofsOf(api, session, researcher);
  if (way === 'redirect') {
    const said = `${session}.${participant}.${outcome}`;
    const signature = createHmac('sha256', secret).update(said).digest('hex');
    const back = new URLSearchParams({ session, participant, outcome, signature });
    return { status: 303, location: `${web}/external/return?${back.toString()}` };
  }
  if (way === 'server') {
    const answer = await fetch(`${api}/api/external-returns/server/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ session, participant, outcome, token }),
    });
    /** @type {unknown} */
    const answered = await answer.json();
    const { result, description } = /** @type {{ result?: string, description?: string }} */ (
      answered
    );
    const told = `Commonlab answered: <strong>${escape(result ?? description)}</strong>.`;
    return { status: 200, html: page('Reported', `<p>${told}</p><p>You can close this page.</p>`) };
  }
  const code = `<p>Type this code in Commonlab:</p><p><strong>${escape(codes[outcome])}</strong></p>`;
  return { status: 200, html: page('Thank you', code) };
}

/**
 * Returns the HTML of the page with the questions. Hidden fields of its form pass the parameters
 * of the link to the next page.
 * @param {URLSearchParams} given the parameters of the link
 */
function questions(given) {
  const kept = [...given]
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
    .join('');
  /**
   * Returns the HTML of a group of radio buttons.
   * @param {string} name @param {Record<string, string>} choices
   */
  const radios = (name, choices) =>
    Object.entries(choices)
      .map(
        ([value, label], i) =>
          `<p><label><input type="radio" name="${name}" value="${value}"${i ? '' : ' checked'}>
${escape(label)}</label></p>`,
      )
      .join('');
  return page(
    'A study at another website',
    `<p>This page stands for a survey tool. It knows the participant only as
<code>${escape(given.get('participant') ?? 'nobody')}</code>.</p>
<form method="post">${kept}<fieldset><legend>How often do you take a nap?</legend>${radios('outcome', outcomes)}</fieldset>
<fieldset><legend>The way back</legend>${radios('way', ways)}</fieldset><p><button>Finish</button></p></form>`,
  );
}

/**
 * Starts the demo's external study, a separate server on this computer. It must use the same port
 * after a restart, since the address of a study cannot change after the study was launched.
 * @param {number} port 0 chooses a free port
 * @param {{ web: string, api: string, researcher: { email: string, password: string } }} at the
 *   same values as for finish()
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startDemoStudySite(port, at) {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    /** @type {Buffer[]} */
    const sent = [];
    request.on('data', (/** @type {Buffer} */ part) => {
      if (sent.length < 100) sent.push(part);
    });
    request.on('end', () => {
      const done =
        request.method === 'POST'
          ? finish(new URLSearchParams(Buffer.concat(sent).toString()), at)
          : Promise.resolve({ status: 200, location: undefined, html: questions(searchParams) });
      void done
        .catch((error) => ({
          status: 502,
          location: undefined,
          html: page('Not now', `<p>${escape(error instanceof Error ? error.message : error)}</p>`),
        }))
        .then(({ status, location, html }) => {
          response.writeHead(status, {
            'content-type': 'text/html; charset=utf-8',
            ...(location && { location }),
          });
          response.end(html);
        });
    });
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(undefined));
  });
  const bound = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${bound.port}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
