import type { Language } from '../../contracts/base/languages';

/** A part of a mail. Text and HTML are both made from it, so that they say the same. */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'button'; label: string; url: string }
  /** One of several links; a button for each of them would be too prominent. */
  | { kind: 'link'; label: string; url: string; about: string }
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
  /** The link under the footer to the page where the recipient chooses which emails come. */
  settings: { label: string; url: string };
}
