import { layout } from '../layout';
import { moment, textsIn } from '../mail-texts';
import type { Mail } from '../mail-document';
import type { Locale } from '../locale';

export function passwordChanged({ language, first_name, web }: Locale, { at }: { at: Date }): Mail {
  const { texts, ...tongue } = textsIn(language);
  const t = texts.passwordChanged;
  return layout({
    ...tongue,
    subject: t.subject,
    heading: t.heading,
    footer: texts.footer,
    blocks: [
      { kind: 'text', text: texts.hello(first_name) },
      { kind: 'text', text: t.body(moment(tongue.language, at)) },
      { kind: 'text', text: t.ended },
      { kind: 'button', label: t.button, url: `${web}/signin` },
      { kind: 'note', text: t.note },
    ],
  });
}
