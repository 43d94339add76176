import { z } from 'zod';
import { credentialInRequest, signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import { TimeZone } from '../base/region';

/*
 * The kinds of emails that a person may switch off (docs/decisions/mail-and-messages.md). All other
 * mails are part of the contract with the person, so the server always sends them.
 */

export const noticeKinds = [
  'reminder',
  'slot_change',
  'decision',
  'session_closing',
  'message',
  'new_studies',
] as const;
export const NoticeKind = z.enum(noticeKinds).meta({ id: 'NoticeKind' });
export type NoticeKind = z.output<typeof NoticeKind>;

/** A time of day in the person's time zone, such as `21:30`. */
const WallTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'invalid' });
/**
 * The quiet hours, in the person's time zone. If `from` is later than `until`, they pass midnight.
 */
export const QuietHours = z
  .strictObject({ from: WallTime, until: WallTime })
  .refine(({ from, until }) => from !== until, { path: ['until'], error: 'invalid' })
  .meta({ id: 'QuietHours' });

export const NoticePreferences = z
  .object({
    /**
     * Whether the person wants the mails of each kind. Only `new_studies` is off until the person
     * switches it on.
     */
    wanted: z.object({
      reminder: z.boolean(),
      slot_change: z.boolean(),
      decision: z.boolean(),
      session_closing: z.boolean(),
      message: z.boolean(),
      new_studies: z.boolean(),
    }),
    /**
     * The time zone in which the server computes the person's days and quiet hours. Null if the
     * person has not chosen one: then the server uses UTC.
     */
    zone: z.string().nullable(),
    /** The quiet hours, in which no mails about new studies are sent; null for none. */
    quiet: QuietHours.nullable(),
  })
  .meta({ id: 'NoticePreferences' });
export type NoticePreferences = z.output<typeof NoticePreferences>;

/**
 * Fields that are left out keep their value, so that two browser tabs that change different fields
 * do not overwrite each other.
 */
export const NoticePreferencesChange = z
  .strictObject({
    wanted: z
      .strictObject({
        reminder: z.boolean(),
        slot_change: z.boolean(),
        decision: z.boolean(),
        session_closing: z.boolean(),
        message: z.boolean(),
        new_studies: z.boolean(),
      })
      .partial()
      .optional(),
    zone: TimeZone.optional(),
    quiet: QuietHours.nullable().optional(),
  })
  .meta({ id: 'NoticePreferencesChange' });

export const readNoticePreferences = endpoint('GET', '/api/notices/preferences/', {
  summary: 'Which emails one wants, and when',
  access: signedIn,
  replies: { 200: NoticePreferences },
});
export const changeNoticePreferences = endpoint('PUT', '/api/notices/preferences/', {
  summary: 'Choose which emails one wants, and when',
  access: signedIn,
  body: NoticePreferencesChange,
  replies: { 200: NoticePreferences },
});
/**
 * Unsubscribes a person who has confirmed it on the page that the mail links to. The link in the
 * mail's header has an operation of its own (unsubscribe-links.ts).
 */
export const unsubscribe = endpoint('POST', '/api/notices/unsubscribe/', {
  summary: 'Switch off the kind of email whose link one followed, without signing in',
  access: credentialInRequest(),
  body: z.strictObject({ token: z.string().max(200) }),
  replies: { 200: z.object({ kind: NoticeKind }) },
  errors: ['not_found'],
});
