import type { MailContent } from '../platform/messaging/mail-source';
import { toHtml } from './layout-html';
import type { Block, MailDocument } from './mail-document';

/** A subject must stay one header line, also with a study's title in it. */
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

export const layout = (document: MailDocument): MailContent => ({
  subject: oneLine(document.subject),
  text: `${[document.heading, ...document.blocks.map(blockText), `-- \n${document.footer}`].join('\n\n')}\n`,
  html: toHtml(document),
});
