import { layout } from '../layout';
import { day, textsIn } from '../mail-texts';
import type { Mail } from '../mail-document';
import type { Locale } from '../locale';

export function deletionAsked(
  { language, first_name, web }: Locale,
  { deletion_at }: { deletion_at: Date },
): Mail {
  const { texts, ...tongue } = textsIn(language);
  const t = texts.deletionAsked;
  return layout({
    ...tongue,
    subject: t.subject,
    heading: t.heading,
    footer: texts.footer,
    blocks: [
      { kind: 'text', text: texts.hello(first_name) },
      { kind: 'text', text: t.body(day(tongue.language, deletion_at)) },
      { kind: 'text', text: t.what },
      { kind: 'text', text: t.keep },
      { kind: 'button', label: t.button, url: `${web}/signin` },
      { kind: 'note', text: t.note },
    ],
  });
}
