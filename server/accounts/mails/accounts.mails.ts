import { defineMails } from '../../platform/messaging/mail-source';
import { deletionRequestMail } from './deletion-request.mail';
import { deletionMails } from './deletion.mail';
import { knownAddressMail } from './known-address.mail';

/** The verification mail is declared by authentication, which knows the provider it names. */
export const accountsMails = defineMails(
  'accounts',
  knownAddressMail,
  deletionRequestMail,
  ...deletionMails,
);
