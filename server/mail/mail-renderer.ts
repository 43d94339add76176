import type { Language } from '../../contracts/base/languages';
import type { MailContent } from '../platform/messaging/mail-source';
import { layout } from './layout';
import type { Locale } from './locale';
import type { Block, MailDocument } from './mail-document';
import type { Texts, Translate } from '../platform/i18n/texts';
import { day, mailTexts, moment, type Reader } from './mail-texts';

/** What the body of a mail is built from, besides the mail's own texts and data. */
export interface BodyContext {
  /** The salutation with the recipient's first name. */
  greeting: Block;
  /** The web app's origin, without a slash at the end. */
  web: string;
  /**
   * Formats a time in the recipient's time zone, or in UTC if it is unknown. `zone`: another time
   * zone, which the recipient has chosen.
   */
  moment: (at: Date, zone?: string | null) => string;
  day: (at: Date) => string;
  language: Language;
  reader: Reader;
}

export type MailBody = Pick<MailDocument, 'subject' | 'heading' | 'blocks'>;

export type MailRenderer<Data> = (locale: Locale, data: Data) => MailContent;

/**
 * Makes a renderer of a mail: it chooses the language, builds the body, adds the footer, and lays
 * out text and HTML.
 */
export const mailRenderer =
  <English, Data = unknown>(
    texts: Texts<English>,
    body: (t: Translate<English>, context: BodyContext, data: Data) => MailBody,
  ): MailRenderer<Data> =>
  ({ language: wanted, first_name, web, zone: own, region }, data) => {
    const { language, t } = texts.in(wanted);
    const { t: shared } = mailTexts.in(language);
    const reader: Reader = { language, zone: own, region };
    const context: BodyContext = {
      greeting: { kind: 'text', text: shared('hello', { first_name }) },
      web,
      moment: (at, zone) => moment({ ...reader, zone: zone ?? own }, at),
      day: (at) => day(reader, at),
      language,
      reader,
    };
    return layout({
      language,
      footer: shared('footer'),
      settings: { label: shared('settings'), url: `${web}/profile/notices` },
      ...body(t, context, data),
    });
  };
