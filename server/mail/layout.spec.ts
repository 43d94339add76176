import { renderMailDocument, toOneLine } from './layout';
import type { MailBlock, MailDocument } from './mail-document';

const document = (...blocks: MailBlock[]): MailDocument => ({
  language: 'en',
  subject: 'Subject',
  heading: 'Heading',
  footer: 'Footer',
  settings: { label: 'Settings', url: 'https://web.test/profile/notices' },
  blocks,
});
const nasty = `<img src=x onerror="alert('1')"> & co`;

describe('layout of an email', () => {
  it.each<MailBlock>([
    { kind: 'text', text: nasty },
    { kind: 'note', text: nasty },
    { kind: 'quote', text: nasty },
    { kind: 'link', label: nasty, url: `https://web.test/"><script>`, about: nasty },
    { kind: 'code', code: nasty },
    { kind: 'button', label: nasty, url: `https://web.test/"><script>` },
    { kind: 'facts', rows: [{ label: nasty, value: nasty }] },
  ])('escapes user input in a block of kind $kind', (block) => {
    const { html } = renderMailDocument(document(block));
    expect(html).not.toMatch(/<img|<script|onerror="/);
  });

  it('escapes subject, heading and footer', () => {
    const { html } = renderMailDocument({
      ...document(),
      subject: nasty,
      heading: nasty,
      footer: nasty,
    });
    expect(html).not.toContain('<img');
  });

  it('has the same content in plain text and in HTML', () => {
    const { text, html } = renderMailDocument(
      document(
        { kind: 'text', text: 'One' },
        { kind: 'button', label: 'Go', url: 'https://web.test/verify?key=abc' },
        { kind: 'code', code: 'ABCD2345' },
        { kind: 'facts', rows: [{ label: 'Study', value: 'Two\nlines' }] },
      ),
    );
    for (const said of [
      'One',
      'Go',
      'https://web.test/verify?key=abc',
      'ABCD2345',
      'Heading',
      'Footer',
      'https://web.test/profile/notices',
    ]) {
      expect(text).toContain(said);
      expect(html).toContain(said);
    }
    expect(text).toContain('Study: Two lines');
    expect(html).toContain('Two<br>lines');
  });

  it('keeps a subject on one line', () => {
    expect(renderMailDocument({ ...document(), subject: 'A study\r\nBcc: x@y.test' }).subject).toBe(
      'A study Bcc: x@y.test',
    );
    expect(toOneLine(' a \t b ')).toBe('a b');
  });

  it('loads no external resources', () => {
    expect(renderMailDocument(document({ kind: 'text', text: 'x' })).html).not.toMatch(
      /<(img|script|link|style)\b|url\(/,
    );
  });
});
