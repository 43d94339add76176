import { layout } from '../layout';
import { moment, textsIn } from '../mail-texts';
import type { Mail } from '../mail-document';
import type { Locale } from '../locale';

/** Names of companies, the same in every language; null for an organization's own sign-on. */
const names: Readonly<Record<string, string>> = {
  google: 'Google',
  microsoft: 'Microsoft',
  orcid: 'ORCID',
};

/**
 * @param provider null when it was unlinked again before this mail was written: its owner learns of
 * it all the same.
 */
export function wayInAdded(
  { language, first_name, web }: Locale,
  { provider, at }: { provider: string | null; at: Date },
): Mail {
  const { texts, ...tongue } = textsIn(language);
  const t = texts.wayInAdded;
  return layout({
    ...tongue,
    subject: t.subject,
    heading: t.heading,
    footer: texts.footer,
    blocks: [
      { kind: 'text', text: texts.hello(first_name) },
      {
        kind: 'text',
        text: t.body(
          provider === null ? t.removed : (names[provider] ?? t.organization),
          moment(tongue.language, at),
        ),
      },
      { kind: 'button', label: t.button, url: `${web}/profile/#sign-in-methods` },
      { kind: 'note', text: t.note },
    ],
  });
}
