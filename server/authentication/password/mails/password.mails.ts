import { defineMails } from '../../../platform/messaging/mail-source';
import { passwordChangedMail } from './password-changed.mail';
import { resetCodeMail } from './reset-code.mail';

export const passwordMails = defineMails(
  'authentication/password',
  resetCodeMail,
  passwordChangedMail,
);
