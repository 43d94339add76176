import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { get } from 'node:http';
import { createTransport } from 'nodemailer';
import { startInbox } from './inbox.mjs';
import { removeDir } from '../processes/state.mjs';

/** @type {string} */
let dir;
/** @type {import('./inbox.mjs').Inbox} */
let inbox;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'inbox-spec-'));
  inbox = await startInbox({ dir });
});
afterEach(async () => {
  await inbox.stop();
  removeDir(dir);
});

/** @param {object} [more] */
async function send(more) {
  const transport = createTransport(inbox.smtpUrl);
  await transport.sendMail({
    from: 'Commonlab <no-reply@commonlab.invalid>',
    to: 'ada@demo.test',
    subject: 'Confirm <b>your</b> address',
    text: 'Follow http://127.0.0.1:3000/?key=abc now',
    html: '<p>Follow <a href="http://127.0.0.1:3000/?key=abc">this</a></p><script>alert(1)</script>',
    messageId: '<row-1@commonlab.invalid>',
    ...more,
  });
  transport.close();
}

test('an email is stored with its recipients, text, HTML and Message-ID', async () => {
  await send({ bcc: 'grace@demo.test' });
  const [mail] = inbox.mails({ to: 'Grace@demo.test' });
  expect(mail).toMatchObject({
    to: ['ada@demo.test', 'grace@demo.test'],
    subject: 'Confirm <b>your</b> address',
    message_id: '<row-1@commonlab.invalid>',
  });
  expect(mail?.text).toContain('?key=abc');
  expect(mail?.html).toContain('<a href');
  expect(inbox.mails({ to: 'nobody@demo.test' })).toEqual([]);
});

test('attachments are listed on the page, and downloaded unchanged', async () => {
  const content = 'BEGIN:VCALENDAR\r\nSUMMARY:Müller\r\nEND:VCALENDAR\r\n';
  await send({
    attachments: [{ filename: 'slot <1>.ics', content, contentType: 'text/calendar' }],
  });
  const [mail] = inbox.mails();
  const page = await (await fetch(`${inbox.url}/mails/${mail?.id}`)).text();
  expect(page).toMatch(/slot &#60;1&#62;\.ics<\/a>\s+<span class="soft">text\/calendar/);
  const file = await fetch(`${inbox.url}/mails/${mail?.id}/files/0`);
  expect(file.headers.get('content-disposition')).toContain('slot%20%3C1%3E.ics');
  expect(await file.text()).toBe(content);
  expect((await fetch(`${inbox.url}/mails/${mail?.id}/files/1`)).status).toBe(404);
});

test('emails survive a restart, and are listed newest first', async () => {
  await send({ subject: 'first' });
  // Sends the next mail a little later, since mails are ordered by the millisecond of their
  // arrival.
  await new Promise((resolve) => setTimeout(resolve, 5));
  await send({ subject: 'second' });
  await inbox.stop();
  inbox = await startInbox({ dir });
  expect(inbox.mails().map((mail) => mail.subject)).toEqual(['second', 'first']);
});

test('tests can read and empty the inbox by HTTP', async () => {
  await send();
  const list = async () =>
    /** @type {{ items: unknown[] }} */ (
      await (await fetch(`${inbox.url}/api/mails?to=ada@demo.test`)).json()
    ).items;
  expect(await list()).toHaveLength(1);
  await fetch(`${inbox.url}/api/mails`, { method: 'DELETE' });
  expect(await list()).toEqual([]);
});

test('waitForMail waits for a matching email, or fails after its timeout', async () => {
  const waiting = inbox.waitForMail({ to: 'ada@demo.test', subject: /confirm/i });
  await send();
  expect((await waiting).subject).toMatch(/Confirm/);
  await expect(inbox.waitForMail({ to: 'nobody@demo.test' }, 50)).rejects.toThrow(
    'No mail to nobody@demo.test',
  );
});

test('the pages run no scripts, and the HTML of an email is sandboxed', async () => {
  await send();
  const id = inbox.mails()[0]?.id;
  const list = await fetch(inbox.url);
  expect(list.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await list.text()).toContain('Confirm &#60;b&#62;your&#60;/b&#62; address');
  const page = await (await fetch(`${inbox.url}/mails/${id}`)).text();
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(page).not.toContain('alert(1)');
  const html = await fetch(`${inbox.url}/mails/${id}/html`);
  expect(html.headers.get('content-security-policy')).toMatch(/^sandbox .*default-src 'none'/);
  const text = await (await fetch(`${inbox.url}/mails/${id}?view=text`)).text();
  expect(text).toContain('<a href="http://127.0.0.1:3000/?key=abc"');
});

test('a request that names a foreign host is refused, to prevent DNS rebinding', async () => {
  /** @type {number | undefined} */
  const status = await new Promise((resolve) =>
    get(inbox.url, { headers: { host: 'evil.example' } }, (response) =>
      resolve(response.resume().statusCode),
    ),
  );
  expect(status).toBe(403);
  expect((await fetch(`${inbox.url}/mails/nowhere`)).status).toBe(404);
});
