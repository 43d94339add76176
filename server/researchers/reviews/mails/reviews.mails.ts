import { defineMails } from '../../../platform/messaging/mail-source';
import { reviewDecidedMail } from './review-decided.mail';
import { reviewRequestedMail } from './review-requested.mail';

export const reviewsMails = defineMails(
  'researchers/reviews',
  reviewRequestedMail,
  reviewDecidedMail,
);
