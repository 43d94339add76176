import { layout } from '../layout';
import { moment, textsIn } from '../mail-texts';
import type { Mail } from '../mail-document';
import type { Locale } from '../locale';

export interface OfferedPlace {
  study_id: string;
  title: string;
  held_until: Date | null;
}

/** To whoever waited longest when a seat came free (DOMAIN 2). */
export function offer(
  { language, first_name, web }: Locale,
  { study_id, title, held_until }: OfferedPlace,
): Mail {
  const { texts, ...tongue } = textsIn(language);
  const t = texts.offer;
  return layout({
    ...tongue,
    subject: t.subject(title),
    heading: t.heading,
    footer: texts.footer,
    blocks: [
      { kind: 'text', text: texts.hello(first_name) },
      { kind: 'text', text: t.body },
      {
        kind: 'facts',
        rows: [
          { label: t.study, value: title },
          ...(held_until ? [{ label: t.until, value: moment(tongue.language, held_until) }] : []),
        ],
      },
      { kind: 'button', label: t.button, url: `${web}/study/details/${study_id}` },
      { kind: 'note', text: t.note },
    ],
  });
}
