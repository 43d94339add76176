import { layout } from '../layout';
import { textsIn } from '../mail-texts';
import type { Mail } from '../mail-document';
import type { Locale } from '../locale';

/**
 * To the owner of an address that somebody tried to register again; the one who tried learns
 * nothing.
 */
export function knownAddress({ language, first_name, web }: Locale): Mail {
  const { texts, ...tongue } = textsIn(language);
  const t = texts.knownAddress;
  return layout({
    ...tongue,
    subject: t.subject,
    heading: t.heading,
    footer: texts.footer,
    blocks: [
      { kind: 'text', text: texts.hello(first_name) },
      { kind: 'text', text: t.body },
      { kind: 'button', label: t.signIn, url: `${web}/signin` },
      { kind: 'text', text: t.forgotten },
      { kind: 'button', label: t.reset, url: `${web}/reset-password` },
      { kind: 'note', text: t.note },
    ],
  });
}
