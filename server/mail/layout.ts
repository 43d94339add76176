import type { MailContent } from '../platform/messaging/mail-source';
import type { MailBlock, MailDocument } from './mail-document';

/**
 * Puts a text on one line: a mail's subject must be one line, but a study's title in it may contain
 * line breaks.
 */
export const toOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

const blockText = (block: MailBlock): string => {
  switch (block.kind) {
    case 'text':
    case 'note':
      return block.text;
    case 'button':
      return `${block.label}:\n${block.url}`;
    case 'link':
      return `${toOneLine(block.label)} (${block.about}):\n${block.url}`;
    case 'code':
      return `    ${block.code}`;
    case 'quote':
      return block.text
        .split(/\r?\n/)
        .map((line) => `> ${line}`)
        .join('\n');
    case 'facts':
      return block.rows.map(({ label, value }) => `${label}: ${toOneLine(value)}`).join('\n');
  }
};

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/**
 * Escapes a text for HTML. All texts of a mail are escaped: the mail's fixed texts, and those that
 * people typed.
 */
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (c) => entities[c] ?? c);
const lines = (text: string) => escapeHtml(text).replace(/\r?\n/g, '<br>');

const font = `font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`;
const ink = '#1c1917';
const quiet = '#57534e';
const line = '#e7e5e4';
const accent = '#0f766e';

const table = `<table role="presentation" cellpadding="0" cellspacing="0"`;
const wideTable = `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"`;
const card = `max-width:560px;background:#ffffff;border:1px solid ${line};border-radius:8px`;

const paragraph = (html: string, style = `color:${ink};font-size:16px;line-height:1.6`) =>
  `<p style="margin:0 0 16px;${font};${style}">${html}</p>`;

/**
 * Makes the HTML of a block. It uses tables and inline styles, because many mail clients ignore
 * style sheets and newer layouts.
 */
const blockHtml = (block: MailBlock): string => {
  switch (block.kind) {
    case 'text':
      return paragraph(lines(block.text));
    case 'note':
      return paragraph(lines(block.text), `color:${quiet};font-size:14px;line-height:1.5`);
    case 'button':
      return (
        `${table} style="margin:8px 0 24px"><tr><td style="background:${accent};border-radius:8px">` +
        `<a href="${escapeHtml(block.url)}" style="display:inline-block;padding:12px 24px;${font};` +
        `font-size:16px;font-weight:600;color:#ffffff;text-decoration:none">` +
        `${escapeHtml(block.label)}</a></td></tr></table>` +
        paragraph(
          escapeHtml(block.url),
          `color:${quiet};font-size:13px;line-height:1.5;word-break:break-all`,
        )
      );
    case 'link':
      return paragraph(
        `<a href="${escapeHtml(block.url)}" style="color:${accent};font-weight:600">${escapeHtml(block.label)}</a>` +
          `<br><span style="color:${quiet};font-size:14px">${escapeHtml(block.about)}</span>`,
      );
    case 'code':
      return (
        `<p style="margin:8px 0 24px;padding:16px;background:#f5f5f4;border-radius:8px;` +
        `text-align:center;color:${ink};font-family:ui-monospace,Menlo,Consolas,monospace;` +
        `font-size:28px;letter-spacing:4px">${escapeHtml(block.code)}</p>`
      );
    case 'quote':
      return (
        `<blockquote style="margin:0 0 16px;padding:4px 16px;border-left:3px solid ${line};${font};` +
        `color:${ink};font-size:16px;line-height:1.6">${lines(block.text)}</blockquote>`
      );
    case 'facts':
      return `${table} style="margin:0 0 24px;width:100%;border-collapse:collapse">${block.rows
        .map(
          ({ label, value }) =>
            `<tr><td style="padding:8px 16px 8px 0;border-bottom:1px solid ${line};${font};color:${quiet};` +
            `font-size:14px;vertical-align:top">${escapeHtml(label)}</td>` +
            `<td style="padding:8px 0;border-bottom:1px solid ${line};${font};color:${ink};font-size:16px">` +
            `${lines(value)}</td></tr>`,
        )
        .join('')}</table>`;
  }
};

/**
 * The product's logo, a row of seats, made of table cells. An image on a server would reveal who
 * opens the mail, and mail clients remove SVG.
 */
const seats = `${table} aria-hidden="true" style="margin:0 0 24px;border-collapse:separate;border-spacing:6px 0"><tr>${[
  ...'hhhohfff',
]
  .map((seat) => {
    const colour = { h: '#9fcfc9', o: accent, f: '#ffffff' }[seat];
    const edge = seat === 'f' ? '#9fcfc9' : colour;
    return (
      `<td width="8" height="8" style="width:8px;height:8px;padding:0;font-size:0;line-height:0;` +
      `border:1px solid ${edge};border-radius:6px;background:${colour}">&nbsp;</td>`
    );
  })
  .join('')}</tr></table>`;

const toHtml = ({
  language,
  subject,
  heading,
  blocks,
  footer,
  settings,
}: MailDocument): string => `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#fafaf9">
${wideTable} style="background:#fafaf9"><tr><td align="center" style="padding:32px 16px">
${wideTable} style="${card}"><tr><td style="padding:32px">
<p style="margin:0 0 8px;${font};color:${accent};font-size:15px;font-weight:700">Commonlab</p>
${seats}
<h1 style="margin:0 0 16px;${font};color:${ink};font-size:22px;line-height:1.3;font-weight:650">${escapeHtml(heading)}</h1>
${blocks.map(blockHtml).join('\n')}
</td></tr></table>
<p style="margin:16px 0 0;max-width:560px;${font};color:${quiet};font-size:13px;line-height:1.5">${lines(footer)}<br>
<a href="${escapeHtml(settings.url)}" style="color:${quiet}">${escapeHtml(settings.label)}</a></p>
</td></tr></table>
</body>
</html>
`;

const footerText = ({ footer, settings }: MailDocument) =>
  `-- \n${footer}\n${settings.label}: ${settings.url}`;

/** Renders a mail as text and as HTML. */
export const renderMailDocument = (document: MailDocument): MailContent => ({
  subject: toOneLine(document.subject),
  text: `${[document.heading, ...document.blocks.map(blockText), footerText(document)].join('\n\n')}\n`,
  html: toHtml(document),
});
