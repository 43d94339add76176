import { layout } from '../layout';
import { textsIn } from '../mail-texts';
import type { Mail } from '../mail-document';
import type { Locale } from '../locale';

/**
 * The button leads to the form for the code, never with the code in its address.
 * @param code eight characters of A-Z and 2-9, shown in one piece (API.md).
 */
export function resetCode({ language, first_name, web }: Locale, { code }: { code: string }): Mail {
  const { texts, ...tongue } = textsIn(language);
  const t = texts.resetCode;
  return layout({
    ...tongue,
    subject: t.subject,
    heading: t.heading,
    footer: texts.footer,
    blocks: [
      { kind: 'text', text: texts.hello(first_name) },
      { kind: 'text', text: t.body },
      { kind: 'code', code },
      { kind: 'button', label: t.button, url: `${web}/reset-password?step=code` },
      { kind: 'note', text: t.note },
    ],
  });
}
