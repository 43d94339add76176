import { layout } from '../layout';
import { day, textsIn } from '../mail-texts';
import type { Mail } from '../mail-document';
import type { Locale } from '../locale';

/** Seven days before (DOMAIN 11). */
export function deletionReminder(
  { language, first_name, web }: Locale,
  { deletion_at }: { deletion_at: Date },
): Mail {
  const { texts, ...tongue } = textsIn(language);
  const t = texts.deletionReminder;
  const when = day(tongue.language, deletion_at);
  return layout({
    ...tongue,
    subject: t.subject(when),
    heading: t.heading,
    footer: texts.footer,
    blocks: [
      { kind: 'text', text: texts.hello(first_name) },
      { kind: 'text', text: t.body(when) },
      { kind: 'text', text: t.keep },
      { kind: 'button', label: t.button, url: `${web}/signin` },
    ],
  });
}
