import { renderMail } from '../../mail/account-mail';
import { formatMoneyForMail } from '../../mail/money';
import { mailRenderer } from '../../mail/mail-renderer';
import { defineMails } from '../../platform/messaging/mail-source';
import { noticesTexts } from '../notices-texts';
import { readDigest, type DigestContent } from './digest.read';

type Told = Pick<
  DigestContent['studies'][number],
  'study_id' | 'title' | 'duration_minutes' | 'reward_amount' | 'reward_currency'
>;

export const renderNewStudies = mailRenderer(
  noticesTexts,
  (t, { greeting, web, language }, { studies }: { studies: readonly Told[] }) => ({
    subject: t('new_studies.subject', { count: studies.length }),
    heading: t('new_studies.heading', { count: studies.length }),
    blocks: [
      greeting,
      { kind: 'text', text: t('new_studies.body') },
      ...studies.map(({ study_id, title, duration_minutes, reward_amount, reward_currency }) => ({
        kind: 'link' as const,
        label: title,
        url: `${web}/study/details/${study_id}`,
        about: [
          t('new_studies.minutes', { count: duration_minutes }),
          ...(reward_amount !== null && reward_currency !== null && reward_amount > 0
            ? [formatMoneyForMail(language, { amount: reward_amount, currency: reward_currency })]
            : []),
        ].join(' · '),
      })),
      { kind: 'button', label: t('new_studies.button'), url: `${web}/home` },
      { kind: 'note', text: t('new_studies.note') },
    ],
  }),
);

export const noticesMails = defineMails('notices', {
  template: 'new-studies',
  notice: 'new_studies',
  on: {
    'notices.digest-due': ({ data }, services) => [
      {
        accountId: data.account_id,
        // The key of the mail, so that there is one mail for each person and day, whatever triggers
        // it.
        about: `digest:${data.account_id}:${data.day}`,
        write: async () =>
          renderMail(await readDigest(data, services), renderNewStudies, services.web),
      },
    ],
  },
});
