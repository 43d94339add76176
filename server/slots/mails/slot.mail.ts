import type { Language } from '../../../contracts/base/languages';
import { addresseeOf, type Addressee } from '../../enrolment/mails/addressee.read';
import { takenSeatStates } from '../../enrolment/participations/participation.rule';
import { written } from '../../mail/account-mail';
import { mailRenderer } from '../../mail/mail-renderer';
import { localeOf } from '../../mail/recipient';
import { senderOf } from '../../mail/sender.rule';
import {
  defineMails,
  type AddressedMail,
  type MailAttachment,
  type MailDefinition,
  type MailServices,
} from '../../platform/messaging/mail-source';
import { bookingCalendar } from '../bookings/booking-calendar';
import { slotsTexts } from '../slots-texts';

interface SlotFacts {
  id: string;
  starts_at: Date;
  ends_at: Date;
  zone: string;
  place: string;
  link: string | null;
}
type Kind = 'booked' | 'changed' | 'ahead' | 'cancelled';
interface About extends Omit<SlotFacts, 'id'> {
  title: string;
  kind: Kind;
  reserve: boolean;
}

/** By the clock of the slot's zone, which is said: the reader may be in another one. */
function timeOf(language: Language, { starts_at, ends_at, zone }: About): string {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: zone,
  });
  return `${format.formatRange(starts_at, ends_at)} (${zone})`;
}

/** About the own booking, and about no other participant. */
export const slotMail = mailRenderer(
  slotsTexts,
  (t, { greeting, web, language }, about: About) => ({
    subject: t(`${about.kind}.subject`, { study: about.title }),
    heading: t(`${about.kind}.heading`),
    blocks: [
      greeting,
      { kind: 'text', text: t(`${about.kind}.body`) },
      {
        kind: 'facts',
        rows: [
          { label: t('facts.study'), value: about.title },
          { label: t('facts.time'), value: timeOf(language, about) },
          ...(about.place !== '' && about.kind !== 'cancelled'
            ? [{ label: t('facts.place'), value: about.place }]
            : []),
          ...(about.link !== null && about.kind !== 'cancelled'
            ? [{ label: t('facts.link'), value: about.link }]
            : []),
        ],
      },
      ...(about.reserve ? [{ kind: 'text' as const, text: t('reserve') }] : []),
      { kind: 'button', label: t(`${about.kind}.button`), url: `${web}/history/participation` },
      { kind: 'note', text: t(`${about.kind}.note`) },
    ],
  }),
);

/**
 * The slot's entry for the participant's calendar, the one that their page saves (RFC 6047, 2.4: the
 * media type names the method of the file).
 */
function calendarOf(
  participationId: string,
  about: Addressee & SlotFacts & { reserve: boolean },
  cancelled: boolean,
  { secrets, clock, from, web }: MailServices,
): MailAttachment {
  const { title, reserve, place, link, ...times } = about;
  // Where it takes place is for those who come.
  const slot = cancelled ? { ...times, place: '', link: null } : { ...times, place, link };
  const { language } = localeOf(about, web);
  const { name, ics, method } = bookingCalendar(
    { participationId, title, slot, reserve, cancelled },
    { secrets, language, now: clock.now(), sender: senderOf(from) },
  );
  return {
    filename: name,
    contentType: `text/calendar; charset=utf-8; method=${method}`,
    content: ics,
  };
}

/** @returns undefined where the participation left meanwhile, or its account is gone */
async function seatedOne(id: string, services: MailServices): Promise<Addressee | undefined> {
  const to = await addresseeOf(id, services);
  return to && takenSeatStates.includes(to.state) ? to : undefined;
}

/** Nothing where the booking was given up meanwhile. */
async function writeBooking(
  kind: Exclude<Kind, 'cancelled'>,
  participationId: string,
  services: MailServices,
): Promise<AddressedMail | null> {
  const to = await seatedOne(participationId, services);
  const [slot]: (SlotFacts & { reserve: boolean })[] = await services.db.query(
    `SELECT s.id, s.starts_at, s.ends_at, s.zone, s.place, s.link, b.reserve_no IS NOT NULL AS reserve
     FROM research.booking b JOIN research.slot s ON s.id = b.slot_id
     WHERE b.participation_id = $1 AND NOT s.cancelled`,
    [participationId],
  );
  if (!to || !slot || slot.ends_at <= services.clock.now()) return null;
  const mail = written({ ...to, ...slot, kind }, slotMail, services.web);
  // A reminder has nothing that the calendar does not have.
  if (!mail || kind === 'ahead') return mail;
  return { ...mail, attachment: calendarOf(participationId, { ...to, ...slot }, false, services) };
}

/** Nothing to a participant who booked another slot meanwhile, whose entry its mail has moved. */
async function writeCancelled(
  participationId: string,
  slotId: string,
  services: MailServices,
): Promise<AddressedMail | null> {
  const to = await seatedOne(participationId, services);
  const [slot]: SlotFacts[] = await services.db.query(
    `SELECT s.id, s.starts_at, s.ends_at, s.zone, s.place, s.link FROM research.slot s
     WHERE s.id = $1
       AND NOT EXISTS (SELECT FROM research.booking b WHERE b.participation_id = $2)`,
    [slotId, participationId],
  );
  if (!to || !slot) return null;
  const about = { ...to, ...slot, kind: 'cancelled' as const, reserve: false };
  const mail = written(about, slotMail, services.web);
  return mail && { ...mail, attachment: calendarOf(participationId, about, true, services) };
}

const aboutBooking =
  (kind: Exclude<Kind, 'cancelled'>) =>
  ({ data }: { data: { participation_id: string } }, services: MailServices) => [
    { accountId: null, write: () => writeBooking(kind, data.participation_id, services) },
  ];

const definitions: readonly MailDefinition[] = [
  {
    template: 'slot-booked',
    on: { 'slots.slot-booked': aboutBooking('booked'), 'slots.slot-moved': aboutBooking('booked') },
  },
  {
    template: 'slot-changed',
    notice: 'slot_change',
    on: { 'slots.slot-changed': aboutBooking('changed') },
  },
  {
    template: 'slot-ahead',
    notice: 'reminder',
    on: { 'slots.slot-ahead': aboutBooking('ahead') },
  },
  {
    // No notice: a participant who did not read it would stand before a closed door.
    template: 'slot-cancelled',
    on: {
      'slots.slot-cancelled': ({ data }, services) => [
        {
          accountId: null,
          write: () => writeCancelled(data.participation_id, data.slot_id, services),
        },
      ],
    },
  },
];
export const slotMails = defineMails('slots', ...definitions);
