import { languages, type Language } from '../../../contracts/base/languages';
import type { MailLocale } from '../../../server/mail/locale';
import type { MailContent } from '../../../server/platform/messaging/mail-source';

export const mailWebUrl = 'https://web.test';
export const mailTime = new Date('2026-12-24T18:30:00Z');
export const mailLocale = (language: Language = 'en'): MailLocale => ({
  first_name: 'Ada',
  language,
  web: mailWebUrl,
});

/** Defines the tests that the mails of every context must pass. */
export function testMailRendering(mails: Record<string, (to: MailLocale) => MailContent>): void {
  describe.each(Object.entries(mails))('the mail "%s"', (_name, render) => {
    it('has a subject, a text and an HTML document in every language', () => {
      for (const language of languages) {
        const { subject, text, html } = render(mailLocale(language));
        expect(subject.length).toBeGreaterThan(5);
        expect(text).not.toMatch(/undefined|\[object|NaN/);
        expect(html).toContain('<!doctype html>');
        expect(html).not.toMatch(/undefined|\[object|NaN/);
      }
    });

    it('is translated into German, and English where no translation exists', () => {
      const [german, english] = [render(mailLocale('de')), render(mailLocale('en'))];
      expect(german.subject).not.toBe(english.subject);
      expect(german.html).toContain('lang="de"');
      expect(render(mailLocale('ja')).html).toContain('lang="en"');
    });
  });
}
