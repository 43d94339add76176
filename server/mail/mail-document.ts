import type { Language } from '../../contracts/languages';

/**
 * What a mail is made of. Text and HTML come from the same blocks, so that neither can say
 * something else.
 */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'code'; code: string }
  | { kind: 'quote'; text: string }
  | { kind: 'facts'; rows: readonly { label: string; value: string }[] }
  | { kind: 'note'; text: string };

export interface MailDocument {
  language: Language;
  subject: string;
  heading: string;
  blocks: readonly Block[];
  footer: string;
}
export interface Mail {
  subject: string;
  text: string;
  html: string;
}
