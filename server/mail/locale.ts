import type { Language } from '../../contracts/base/languages';

/** The properties of a recipient on which the texts of a mail depend. */
export interface MailLocale {
  first_name: string;
  language: Language;
  /**
   * The time zone and the region of the recipient's browser, if known. They decide how dates and
   * times are written.
   */
  zone?: string | null | undefined;
  region?: string | null | undefined;
  /** The web app's origin, without a slash at the end. */
  web: string;
}
