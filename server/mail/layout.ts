import { toHtml } from './layout-html';
import type { Block, Mail, MailDocument } from './mail-document';

/** A subject is one line, whatever a study is called. */
export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

const blockText = (block: Block): string => {
  switch (block.kind) {
    case 'text':
    case 'note':
      return block.text;
    case 'button':
      return `${block.label}:\n${block.url}`;
    case 'code':
      return `    ${block.code}`;
    case 'quote':
      return block.text
        .split(/\r?\n/)
        .map((line) => `> ${line}`)
        .join('\n');
    case 'facts':
      return block.rows.map(({ label, value }) => `${label}: ${oneLine(value)}`).join('\n');
  }
};

export const layout = (page: MailDocument): Mail => ({
  subject: oneLine(page.subject),
  text: `${[page.heading, ...page.blocks.map(blockText), `-- \n${page.footer}`].join('\n\n')}\n`,
  html: toHtml(page),
});
