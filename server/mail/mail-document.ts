import type { Language } from '../../contracts/base/languages';

/** A part of a mail, from which both the text and the HTML are made, so that both say the same. */
export type MailBlock =
  | { kind: 'text'; text: string }
  | { kind: 'button'; label: string; url: string }
  /** One of several links, for which buttons would be too prominent. */
  | { kind: 'link'; label: string; url: string; about: string }
  | { kind: 'code'; code: string }
  | { kind: 'quote'; text: string }
  | { kind: 'facts'; rows: readonly { label: string; value: string }[] }
  | { kind: 'note'; text: string };

export interface MailDocument {
  language: Language;
  subject: string;
  heading: string;
  blocks: readonly MailBlock[];
  footer: string;
  /** The link in the footer to the page where the recipient chooses which mails to get. */
  settings: { label: string; url: string };
}
