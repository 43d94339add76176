import { layout } from '../layout';
import { textsIn } from '../mail-texts';
import type { Mail } from '../mail-document';
import type { Locale } from '../locale';

export interface DecidedReview {
  approved: boolean;
  reason: string;
}

export function reviewDecided(
  { language, first_name, web }: Locale,
  { approved, reason }: DecidedReview,
): Mail {
  const { texts, ...tongue } = textsIn(language);
  const t = approved ? texts.reviewApproved : texts.reviewRejected;
  return layout({
    ...tongue,
    subject: t.subject,
    heading: t.heading,
    footer: texts.footer,
    blocks: [
      { kind: 'text', text: texts.hello(first_name) },
      { kind: 'text', text: t.body },
      { kind: 'text', text: t.reason },
      { kind: 'quote', text: reason },
      ...(approved ? [] : [{ kind: 'text' as const, text: texts.reviewRejected.again }]),
      {
        kind: 'button',
        label: t.button,
        url: approved ? `${web}/experiments` : `${web}/profile/#affiliation`,
      },
    ],
  });
}
