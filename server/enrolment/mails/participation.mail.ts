import { layout } from '../layout';
import { moment, textsIn } from '../mail-texts';
import type { Mail } from '../mail-document';
import type { Locale } from '../locale';

export interface EnrolledIn {
  study_id: string;
  title: string;
  duration_minutes: number;
  /** Until when the place is kept for a start; null once started. */
  start_before: Date | null;
}

export function enrolled(
  { language, first_name, web }: Locale,
  { study_id, title, duration_minutes, start_before }: EnrolledIn,
): Mail {
  const { texts, ...tongue } = textsIn(language);
  const t = texts.enrolled;
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
          { label: t.duration, value: t.minutes(duration_minutes) },
          ...(start_before
            ? [{ label: t.startBefore, value: moment(tongue.language, start_before) }]
            : []),
        ],
      },
      { kind: 'button', label: t.button, url: `${web}/study/details/${study_id}` },
      { kind: 'note', text: t.note },
    ],
  });
}
