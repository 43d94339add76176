import type { Language } from '../../contracts/base/languages';

/** What the texts of a mail depend on, apart from its data. */
export interface Locale {
  first_name: string;
  language: Language;
  /**
   * The zone and region of the recipient's browser, where they are known: dates and times are written
   * accordingly.
   */
  zone?: string | null | undefined;
  region?: string | null | undefined;
  /** The web app's origin, without a slash at the end. */
  web: string;
}
