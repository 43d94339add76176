import { defineMails } from '../../platform/messaging/mail-source';
import { invitationMail } from './invitation.mail';
import { ownerLeavesMail } from './owner-leaves.mail';
import { roleMail } from './role.mail';
import { offerDeclinedMail, offerMail } from './study-offer.mail';
import { studyTransferredMail } from './study-transferred.mail';

export const collaboratorsMails = defineMails(
  'collaborators',
  invitationMail,
  roleMail,
  offerMail,
  offerDeclinedMail,
  studyTransferredMail,
  ownerLeavesMail,
);
