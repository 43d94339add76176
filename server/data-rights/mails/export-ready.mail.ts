import { layout } from '../layout';
import { moment, textsIn } from '../mail-texts';
import type { Mail } from '../mail-document';
import type { Locale } from '../locale';

/** Without an address that downloads anything: whoever reads the mail must sign in for that. */
export function exportReady(
  { language, first_name, web }: Locale,
  { expires_at }: { expires_at: Date },
): Mail {
  const { texts, ...tongue } = textsIn(language);
  const t = texts.exportReady;
  return layout({
    ...tongue,
    subject: t.subject,
    heading: t.heading,
    footer: texts.footer,
    blocks: [
      { kind: 'text', text: texts.hello(first_name) },
      { kind: 'text', text: t.body(moment(tongue.language, expires_at)) },
      { kind: 'button', label: t.button, url: `${web}/profile/#privacy` },
      { kind: 'note', text: t.note },
    ],
  });
}
