import { createServer } from 'node:http';
import { ICON, STYLE, listPage, mailPage } from './inbox-page.mjs';
import { MailStore } from './mail-store.mjs';
import { isPortFree } from '../processes/ports.mjs';

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
// The Content-Security-Policy for a mail's HTML: no scripts, no images from other servers, and no
// access to the inbox page, since `sandbox` gives the mail an origin of its own.
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; " +
  "style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

/**
 * @typedef {object} Inbox
 * @property {string} url the address of the page; below it are `GET /api/mails?to=` and `DELETE /api/mails`
 * @property {string} smtpUrl
 * @property {(filter?: { to?: string }) => import('./mail-store.mjs').Mail[]} mails returns the mails, the newest first
 * @property {(filter: { to?: string, subject?: RegExp, after?: number }, ms?: number) =>
 * Promise<import('./mail-store.mjs').Mail>} waitForMail
 * @property {() => void} clear
 * @property {() => Promise<void>} stop
 */

/**
 * Starts the mail inbox of a development installation: it accepts every mail by SMTP on a loopback
 * port, stores it in `dir` (or in memory) and shows it on a web page.
 * @param {{ dir?: string, port?: number }} [options] port: of the web page; if
 * another program uses it, the page gets a free port
 * @returns {Promise<Inbox>}
 */
export async function startInbox({ dir, port = 0 } = {}) {
  const [{ SMTPServer }, { simpleParser }] = await Promise.all([
    import('smtp-server'),
    import('mailparser'),
  ]);
  const store = new MailStore(dir);

  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    hideSMTPUTF8: false,
    logger: false,
    size: 10 * 1024 * 1024,
    // The inbox acknowledges a mail only when it is stored, since an acknowledged mail must survive
    // a crash.
    onData(stream, session, callback) {
      simpleParser(stream).then((mail) => {
        store.add({
          message_id: mail.messageId ?? '',
          from: mail.from?.text ?? '',
          to: session.envelope.rcptTo.map(({ address }) => address),
          subject: mail.subject ?? '',
          text: mail.text ?? '',
          html: mail.html || '',
          attachments: mail.attachments.map(({ filename, contentType, content }) => ({
            name: filename ?? 'file',
            type: contentType,
            base64: content.toString('base64'),
          })),
          headers: Object.fromEntries(
            mail.headerLines.map(({ key, line }) => [
              key,
              line.slice(line.indexOf(':') + 1).trim(),
            ]),
          ),
        });
        callback();
      }, callback);
    },
  });
  smtp.on('error', () => {
    // Ignores errors of a single connection, for example if a client disconnects early.
  });
  await new Promise((resolve, reject) => {
    smtp.server.once('error', reject);
    smtp.listen(0, '127.0.0.1', () => resolve(undefined));
  });

  const web = createServer((request, response) => answer(store, request, response));
  const at = port && (await isPortFree(port)) ? port : 0;
  await new Promise((resolve) => web.listen(at, '127.0.0.1', () => resolve(undefined)));
  const portOf = (/** @type {import('node:net').Server} */ server) =>
    /** @type {import('node:net').AddressInfo} */ (server.address()).port;

  return {
    url: `http://127.0.0.1:${portOf(web)}`,
    smtpUrl: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    mails: (filter) => [...store.list(filter)],
    clear: () => store.clear(),
    async waitForMail({ to, subject, after = 0 }, ms = 10_000) {
      for (
        const deadline = Date.now() + ms;
        ;
        await new Promise((resolve) => setTimeout(resolve, 25))
      ) {
        const found = store
          .list({ to })
          .find((mail) => Date.parse(mail.at) >= after && (!subject || subject.test(mail.subject)));
        if (found) return found;
        if (Date.now() > deadline)
          throw new Error(
            `No mail to ${to ?? 'anybody'}${subject ? ` with a subject like ${subject}` : ''} within ${ms} ms.`,
          );
      }
    },
    async stop() {
      web.closeAllConnections();
      await Promise.all([
        new Promise((resolve) => web.close(resolve)),
        new Promise((resolve) => smtp.close(() => resolve(undefined))),
      ]);
    },
  };
}

/**
 * Answers a request for a page of the inbox, or for its mails as JSON.
 * @param {MailStore} store
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
function answer(store, request, response) {
  const url = new URL(request.url ?? '/', 'http://inbox');
  /**
   * Sends a response with the security headers.
   * @param {number} status @param {string} type @param {string} body @param {string} [policy]
   */
  const send = (status, type, body, policy = PAGE_POLICY) => {
    response.writeHead(status, {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
  const missing = () => send(404, 'text/plain', 'Not found');

  // Protects against DNS rebinding: a page of another host whose name resolves to this machine must
  // not read the mails.
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(request.headers.host ?? ''))
    return send(403, 'text/plain', 'Only from this machine');
  if (url.pathname === '/api/mails') {
    if (request.method === 'DELETE') {
      store.clear();
      return send(200, 'application/json', '{"items":[]}');
    }
    return send(
      200,
      'application/json',
      JSON.stringify({ items: store.list({ to: url.searchParams.get('to') }) }),
    );
  }
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return send(405, 'text/plain', 'Only GET');
  if (url.pathname === '/') return send(200, 'text/html', listPage(store.list()));
  if (url.pathname === '/inbox.css') return send(200, 'text/css', STYLE);
  if (url.pathname === '/favicon.svg') return send(200, 'image/svg+xml', ICON);
  const [, id = '', html, nth] =
    /^\/mails\/([\w-]+)(?:(\/html)|\/files\/(\d{1,3}))?$/.exec(url.pathname) ?? [];
  const mail = store.find(id);
  if (!mail) return missing();
  if (nth !== undefined) {
    const file = mail.attachments?.[Number(nth)];
    if (!file) return missing();
    response.writeHead(200, {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    return void response.end(Buffer.from(file.base64, 'base64'));
  }
  if (html) return send(200, 'text/html', `<base target="_blank">${mail.html}`, MAIL_POLICY);
  return send(
    200,
    'text/html',
    mailPage(mail, url.searchParams.get('view') === 'text' ? 'text' : 'html'),
  );
}
