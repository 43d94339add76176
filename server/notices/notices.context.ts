import * as contract from '../../contracts/notices/notices';
import { unsubscribeLink, unsubscribeOneClick } from '../../contracts/notices/unsubscribe-links';
import {
  defineContext,
  endpointsOf,
  accountHolderDeclaration,
  accountRowsSection,
} from '../platform/context/context';
import { DigestsJob } from './digest/digests.job';
import { noticesMails } from './mails/new-studies.mail';
import { DigestRow, NoticePreferenceRow } from './notice-preference.entity';
import { noticesEvents } from './notices.events';
import { noticesRateLimits } from './notices.rate-limits';
import { NoticesModule } from './notices.module';
import { noticesTexts } from './notices-texts';

const keyPurposes = ['notice-unsubscribe'] as const;

declare module '../platform/security/secrets' {
  interface KeyPurposes extends Record<(typeof keyPurposes)[number], true> {}
}

export const notices = defineContext({
  name: 'notices',
  about: 'Which emails a person wants and when; the email about new studies; unsubscribing.',
  texts: [noticesTexts],
  modules: [NoticesModule],
  controllers: async () => [(await import('./notices.controller.js')).NoticesController],
  endpoints: endpointsOf(contract),
  operations: [unsubscribeLink, unsubscribeOneClick],
  events: noticesEvents,
  mails: [noticesMails],
  jobs: [DigestsJob],
  limits: Object.values(noticesRateLimits),
  keyPurposes,
  tables: [
    {
      entity: NoticePreferenceRow,
      holds: 'which kinds of email an account holder wants, the time zone, the quiet hours',
      personalData: accountHolderDeclaration('notices'),
      retention: { kept: 'as long as the account' },
    },
    {
      entity: DigestRow,
      holds:
        'that an account holder was told of new studies on a day; not of which, and nothing about ' +
        'taking part decides whether there is a row',
      personalData: accountHolderDeclaration('notices'),
      retention: {
        kept: '30 days',
        expires: {
          key: 'id',
          where: `until <= $1::timestamptz - interval '30 days'`,
        },
      },
    },
  ],
  exportFiles: [
    {
      name: 'notices',
      position: 135,
      explains: noticesTexts.sentence('export.notices'),
      sections: [
        accountRowsSection('preferences', 'identity.notice_preference'),
        accountRowsSection('digests', 'identity.digest', 'id'),
      ],
    },
  ],
});
