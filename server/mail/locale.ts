import type { Language } from '../../contracts/languages';

/** Whoever reads a mail, as far as its words need to know. */
export interface Locale {
  first_name: string;
  language: Language;
  /** The web app's origin, without a slash at the end. */
  web: string;
}
