import { z } from 'zod';
import { Id } from '../../contracts/base/fields';

/** The events of this context. contracts/base/events.ts says what an event may contain. */
export const teachingEvents = {
  /**
   * A classroom, its members, its invitations or its assignments changed: web pages that show the
   * classroom reload it.
   */
  'teaching.classroom-changed': z.strictObject({ classroom_id: Id }),
  /** The account `account_id` invited an address. */
  'teaching.member-invited': z.strictObject({ invitation_id: Id, account_id: Id }),
  /** A submission was accepted or sent back. */
  'teaching.submission-decided': z.strictObject({ submission_id: Id }),
  /**
   * The personal content of an archived classroom will be erased in a month: its members get a
   * mail.
   */
  'teaching.erasure-reminder-due': z.strictObject({ classroom_id: Id }),
  /** A class study was submitted for review. */
  'teaching.review-submitted': z.strictObject({ review_id: Id }),
  /** An instructor approved a submission, or asked for changes. */
  'teaching.review-decided': z.strictObject({ review_id: Id }),
} as const;

type TeachingEvents = typeof teachingEvents;

declare module '../../contracts/base/events' {
  interface EventSchemas extends TeachingEvents {}
}
