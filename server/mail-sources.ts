import { accountsMails } from './accounts/mails/accounts.mails';
import { authenticationMails } from './authentication/mails/authentication.mails';
import { passwordMails } from './authentication/password/mails/password.mails';
import { secondFactorMails } from './authentication/second-factor/mails/second-factor-changed.mail';
import { dataRightsMails } from './data-rights/mails/export-ready.mail';
import { enrolmentMails } from './enrolment/mails/participation.mail';
import type { MailSource } from './platform/messaging/mail-source';
import { reviewsMails } from './researchers/reviews/mails/reviews.mails';

/** The mails of every context, the lowest context first. */
export const mailSources: readonly MailSource[] = [
  accountsMails,
  authenticationMails,
  passwordMails,
  secondFactorMails,
  reviewsMails,
  enrolmentMails,
  dataRightsMails,
];
