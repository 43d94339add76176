import { layout } from '../layout';
import { moment, textsIn } from '../mail-texts';
import type { Mail } from '../mail-document';
import type { Locale } from '../locale';

/**
 * What the account has now, whatever the change was: several changes in a row then say the same.
 */
export function secondFactorChanged(
  { language, first_name, web }: Locale,
  { totp, passkeys, at }: { totp: boolean; passkeys: number; at: Date },
): Mail {
  const { texts, ...tongue } = textsIn(language);
  const t = texts.secondFactorChanged;
  const held = [...(totp ? [t.app] : []), ...(passkeys > 0 ? [t.passkeys(passkeys)] : [])];
  return layout({
    ...tongue,
    subject: t.subject,
    heading: t.heading,
    footer: texts.footer,
    blocks: [
      { kind: 'text', text: texts.hello(first_name) },
      { kind: 'text', text: t.body(moment(tongue.language, at)) },
      { kind: 'text', text: `${t.now}: ${held.length > 0 ? held.join(', ') : t.none}.` },
      { kind: 'button', label: t.button, url: `${web}/profile/#second-factor` },
      { kind: 'note', text: t.note },
    ],
  });
}
