import { layout } from '../layout';
import { textsIn } from '../mail-texts';
import type { Mail } from '../mail-document';
import type { Locale } from '../locale';

export interface AskedReview {
  researcher: string;
  organization: string;
  interests: string | null;
}

/** To an administrator. */
export function reviewAsked(
  { language, first_name, web }: Locale,
  { researcher, organization, interests }: AskedReview,
): Mail {
  const { texts, ...tongue } = textsIn(language);
  const t = texts.reviewAsked;
  return layout({
    ...tongue,
    subject: t.subject,
    heading: t.heading,
    footer: texts.footer,
    blocks: [
      { kind: 'text', text: texts.hello(first_name) },
      { kind: 'text', text: t.body },
      {
        kind: 'facts',
        rows: [
          { label: t.researcher, value: researcher },
          { label: t.organization, value: organization },
          ...(interests ? [{ label: t.interests, value: interests }] : []),
        ],
      },
      { kind: 'button', label: t.button, url: `${web}/reviews` },
    ],
  });
}
