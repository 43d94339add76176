import type { Language } from '../../contracts/base/languages';
import type { MailContent } from '../platform/messaging/mail-source';
import { renderMailDocument } from './layout';
import type { MailLocale } from './locale';
import type { MailBlock, MailDocument } from './mail-document';
import type { Texts, Translate } from '../platform/i18n/texts';
import { formatDay, mailTexts, formatMoment, type ReaderLocale } from './mail-texts';

/** What the body of a mail is built from, besides the mail's own texts and data. */
export interface MailBodyContext {
  /** The salutation with the recipient's first name. */
  greeting: MailBlock;
  /** The web app's origin, without a slash at the end. */
  web: string;
  /**
   * Formats a time in the recipient's time zone, or in UTC if it is unknown.
   * @param zone a time zone that the recipient chose, to use instead of the known one
   */
  moment: (at: Date, zone?: string | null) => string;
  day: (at: Date) => string;
  language: Language;
  reader: ReaderLocale;
}

export type MailBody = Pick<MailDocument, 'subject' | 'heading' | 'blocks'>;

export type MailRenderer<Data> = (locale: MailLocale, data: Data) => MailContent;

/**
 * Makes a renderer of a mail: it chooses the language, builds the body, adds the footer, and lays
 * out text and HTML.
 */
export const mailRenderer =
  <English, Data = unknown>(
    texts: Texts<English>,
    body: (t: Translate<English>, context: MailBodyContext, data: Data) => MailBody,
  ): MailRenderer<Data> =>
  ({ language: wanted, first_name, web, zone: own, region }, data) => {
    const { language, t } = texts.in(wanted);
    const { t: shared } = mailTexts.in(language);
    const reader: ReaderLocale = { language, zone: own, region };
    const context: MailBodyContext = {
      greeting: { kind: 'text', text: shared('hello', { first_name }) },
      web,
      moment: (at, zone) => formatMoment({ ...reader, zone: zone ?? own }, at),
      day: (at) => formatDay(reader, at),
      language,
      reader,
    };
    return renderMailDocument({
      language,
      footer: shared('footer'),
      settings: { label: shared('settings'), url: `${web}/profile/notices` },
      ...body(t, context, data),
    });
  };
