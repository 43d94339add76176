/** @param {unknown} text */
const escape = (text) => String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export const STYLE = `
:root { color-scheme: light dark; --ink: #1a1c23; --soft: #5f6675; --line: #e2e5ec; --ground: #f6f7f9; --sheet: #fff; --accent: #3450c7; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8eaf0; --soft: #9aa2b4; --line: #2c313d; --ground: #14161c; --sheet: #1c1f27; --accent: #9db0ff; }
}
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
header, main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.25rem; margin: 0; } h2 { font-size: 1.1rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
a { color: var(--accent); } .soft { color: var(--soft); font-size: .9em; }
ul { list-style: none; margin: 0; padding: 0; background: var(--sheet);
  border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
li + li { border-top: 1px solid var(--line); }
li a { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 1rem; padding: .7rem 1rem; color: inherit; text-decoration: none; }
li a:hover, li a:focus-visible { background: var(--ground); }
li strong { font-weight: 600; } li span, li strong { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
article { background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; padding: 1rem; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .1rem 1rem; margin: 0 0 1rem; }
dd { margin: 0; overflow-wrap: anywhere; } dt { color: var(--soft); }
iframe { width: 100%; height: 32rem; border: 1px solid var(--line); border-radius: 6px; background: #fff; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: 0; }
nav a { margin-right: 1rem; } nav a[aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
.empty { padding: 3rem 1rem; text-align: center; }
`;

/** Returns the HTML of a page of the inbox. @param {string} title @param {string} body */
const page = (title, body) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title>
<link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/inbox.css"></head><body>${body}</body></html>`;

/** @param {import('./mail-store.mjs').Mail} mail */
const row = (
  mail,
) => `<li><a href="/mails/${escape(mail.id)}"><strong>${escape(mail.subject || '(no subject)')}</strong>
<time class="soft" datetime="${escape(mail.at)}">${escape(mail.at.slice(0, 19).replace('T', ' '))} UTC</time>
<span class="soft">to ${escape(mail.to.join(', '))}</span></a></li>`;

/** @param {import('./mail-store.mjs').Mail[]} mails */
export const listPage = (mails) =>
  page(
    'Inbox · Commonlab',
    `
<header><h1>Inbox</h1><p class="soft">Every mail that Commonlab sent on this machine; none of them left it.</p></header>
<main>${mails.length ? `<ul>${mails.slice(0, 200).map(row).join('')}</ul>` : '<p class="empty soft">No mail yet.</p>'}</main>`,
  );

/**
 * Returns the HTML attribute that marks a link as the current one, if the link leads to the view
 * that the page shows.
 * @param {'html' | 'text'} view @param {'html' | 'text'} link
 */
const current = (view, link) => (view === link ? ' aria-current="page"' : '');

/** @param {import('./mail-store.mjs').Mail} mail */
const filesOf = ({ id, attachments = [] }) =>
  attachments
    .map(
      ({ name, type }, i) =>
        `<dt>Attached</dt><dd><a href="/mails/${escape(id)}/files/${i}">${escape(name)}</a>
 <span class="soft">${escape(type)}</span></dd>`,
    )
    .join('');

/**
 * Returns the HTML of the page of one mail.
 * @param {import('./mail-store.mjs').Mail} mail @param {'html' | 'text'} view
 */
export const mailPage = (mail, view) =>
  page(
    `${mail.subject} · Inbox`,
    `
<header><nav><a href="/">← Inbox</a></nav></header><main><article><h2>${escape(mail.subject || '(no subject)')}</h2>
<dl><dt>From</dt><dd>${escape(mail.from)}</dd><dt>To</dt><dd>${escape(mail.to.join(', '))}</dd><dt>At</dt><dd>${escape(mail.at)}</dd>
${filesOf(mail)}</dl>
<nav><a href="?view=html"${current(view, 'html')}>HTML</a><a href="?view=text"${current(view, 'text')}>Text</a></nav><br>
${
  view === 'html' && mail.html
    ? `<iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox"
 src="/mails/${escape(mail.id)}/html"></iframe>`
    : `<pre>${linked(mail.text)}</pre>`
}</article></main>`,
  );

/** Converts the text of a mail to HTML in which URLs are links. @param {string} text */
function linked(text) {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, i) =>
      i % 2
        ? `<a href="${escape(part)}" target="_blank" rel="noreferrer">${escape(part)}</a>`
        : escape(part),
    )
    .join('');
}

export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#3450c7" stroke-width="2">' +
  '<rect x="3" y="5" width="18" height="14" rx="2"/><path d="m3 7 9 6 9-6"/></svg>';
