import { defineMails } from '../../platform/messaging/mail-source';
import { deletionRequestMail } from './deletion-request.mail';
import { deletionMails } from './deletion.mail';
import { emailAlreadyRegisteredMail } from './known-address.mail';

/**
 * The mails of this context, except for the verification mail: that mail names the identity
 * provider, so the authentication context declares it.
 */
export const accountsMails = defineMails(
  'accounts',
  emailAlreadyRegisteredMail,
  deletionRequestMail,
  ...deletionMails,
);
