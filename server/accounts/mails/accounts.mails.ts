import { defineMails } from '../../platform/messaging/mail-source';
import { deletionRequestMail } from './deletion-request.mail';
import { deletionMails } from './deletion.mail';
import { emailAlreadyRegisteredMail } from './known-address.mail';

/**
 * The mails of this context. The authentication context declares the verification mail, because
 * only that context knows the provider that the mail names.
 */
export const accountsMails = defineMails(
  'accounts',
  emailAlreadyRegisteredMail,
  deletionRequestMail,
  ...deletionMails,
);
