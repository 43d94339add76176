import type { Language } from '../../contracts/base/languages';

/** What the texts of a mail depend on, apart from its data. */
export interface Locale {
  first_name: string;
  language: Language;
  /** The web app's origin, without a slash at the end. */
  web: string;
}
