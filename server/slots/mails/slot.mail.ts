import { addresseeOf, type Addressee } from '../../enrolment/mails/addressee.read';
import { seatEndedStates } from '../../enrolment/mails/ended.mail';
import { takenSeatStates } from '../../enrolment/model/participation.rule';
import { readSeatOfAccount } from '../../enrolment/seats/lease';
import { rosterTagOf } from '../../enrolment/rosters/roster-entries';
import { renderMail } from '../../mail/account-mail';
import {
  defineMails,
  type AddressedMail,
  type MailDefinition,
  type MailDependencies,
} from '../../platform/messaging/mail-source';
import { calendarAttachmentOf, slotFactColumns, type SlotFacts } from './slot-attachment';
import { attachEndedSlot } from './slot-enclosure';
import { slotMail, type BookingEndOccasion, type BookingOccasion } from './render-slot-mail';

const hasSeat = ({ state }: Addressee) => takenSeatStates.includes(state);

/** The ids of the slots in the event that causes the mail. */
interface Asked {
  /**
   * The slot that the event names. If the participant has booked another slot since, no mail about
   * this event is written: the later booking has a mail of its own.
   */
  slotId?: string | undefined;
  /** The id of the slot that the participant had booked before. */
  formerId?: string | undefined;
}

/** Writes the mail about a booking; null if the booking, the seat or the account is gone. */
async function writeBooking(
  kind: BookingOccasion,
  participationId: string,
  services: MailDependencies,
  { slotId, formerId }: Asked = {},
): Promise<AddressedMail | null> {
  const to = await addresseeOf(participationId, services);
  const [slot]: (SlotFacts & { reserve: boolean })[] = await services.db.query(
    `SELECT ${slotFactColumns}, b.reserve_no IS NOT NULL AS reserve
     FROM research.booking b JOIN research.slot s ON s.id = b.slot_id
     WHERE b.participation_id = $1 AND NOT s.cancelled`,
    [participationId],
  );
  const now = services.clock.now();
  if (!to || !hasSeat(to) || !slot || slot.ends_at <= now) return null;
  if (slotId !== undefined && slot.id !== slotId) return null;
  if (kind === 'moved_up' && (slot.reserve || slot.starts_at <= now)) return null;
  const former = await slotOf(formerId, services);
  const own_zone = await services.zoneOf(to.account_id);
  const seat = await readSeatOfAccount(
    services.db.manager,
    services.secrets,
    participationId,
    to.account_id,
  );
  const about = {
    ...to,
    ...slot,
    // Without a former slot, the text says that a slot was booked, not that the booking was moved.
    kind: kind === 'moved' && (!former || former.id === slot.id) ? ('booked' as const) : kind,
    former,
    own_zone,
    tag: seat && rosterTagOf(services.secrets, seat.session_id, seat.pseudonym),
  };
  const mail = renderMail(about, slotMail, services.web);
  // A reminder needs no calendar file, since the calendar already contains the entry.
  if (!mail || kind === 'ahead') return mail;
  const { title, language } = to;
  const attachment = calendarAttachmentOf(
    participationId,
    { title, language, reserve: slot.reserve, slot, cancelled: false },
    services,
  );
  return { ...mail, attachment };
}

async function slotOf(
  id: string | undefined,
  { db }: MailDependencies,
): Promise<SlotFacts | undefined> {
  if (id === undefined) return undefined;
  const [slot]: SlotFacts[] = await db.query(
    `SELECT ${slotFactColumns} FROM research.slot s WHERE s.id = $1`,
    [id],
  );
  return slot;
}

/**
 * Writes the mail about an ended booking. Its calendar file deletes the booking's calendar entry.
 * Returns null if the slot is over, or if a new booking exists: the mail about the new booking
 * changes the entry. If the participant has no seat, the mail is `off`, which offers no other slot.
 */
async function writeEnded(
  kind: BookingEndOccasion,
  to: Addressee,
  participationId: string,
  slot: SlotFacts | undefined,
  services: MailDependencies,
): Promise<AddressedMail | null> {
  const booked: unknown[] = await services.db.query(
    `SELECT 1 FROM research.booking WHERE participation_id = $1`,
    [participationId],
  );
  if (!slot || slot.ends_at <= services.clock.now() || booked.length > 0) return null;
  const about = {
    ...to,
    ...slot,
    kind: hasSeat(to) ? kind : ('off' as const),
    reserve: false,
    own_zone: await services.zoneOf(to.account_id),
  };
  const mail = renderMail(about, slotMail, services.web);
  const { title, language } = to;
  const attachment = calendarAttachmentOf(
    participationId,
    { title, language, reserve: false, slot, cancelled: true },
    services,
  );
  return mail && { ...mail, attachment };
}

async function writeCancelled(
  participationId: string,
  slotId: string,
  services: MailDependencies,
): Promise<AddressedMail | null> {
  const to = await addresseeOf(participationId, services);
  const former = await formerOf(participationId, services);
  if (!to || (former?.with_seat && toldOtherwise.includes(to.state))) return null;
  // The participant has later booked another slot (`former`), and that booking has ended, too. The
  // mail about the end of the later booking removes the calendar entry.
  if (former && former.id !== slotId) return null;
  const kind = (await hasChoice(slotId, services)) ? 'cancelled' : 'none_left';
  return writeEnded(kind, to, participationId, await slotOf(slotId, services), services);
}

/** Whether the session has another slot that can be booked, or could be if a seat became free. */
async function hasChoice(slotId: string, { db, clock }: MailDependencies): Promise<boolean> {
  const other: unknown[] = await db.query(
    `SELECT 1 FROM research.slot gone JOIN research.slot s ON s.session_id = gone.session_id
     JOIN research.slot_plan p ON p.session_id = s.session_id
     WHERE gone.id = $1 AND NOT s.cancelled AND s.starts_at > $2
       AND s.starts_at - p.change_until_hours * interval '1 hour' >= $2 LIMIT 1`,
    [slotId, clock.now()],
  );
  return other.length > 0;
}

/** Reads the slot of the last booking that ended; undefined if the time of the slot is over. */
async function formerOf(
  participationId: string,
  { db, clock }: MailDependencies,
): Promise<(SlotFacts & { with_seat: boolean }) | undefined> {
  const [former]: (SlotFacts & { with_seat: boolean })[] = await db.query(
    `SELECT ${slotFactColumns}, f.with_seat
     FROM research.former_booking f JOIN research.slot s ON s.id = f.slot_id
     WHERE f.participation_id = $1 AND f.expires_at > $2`,
    [participationId, clock.now()],
  );
  return former;
}

/**
 * In these states, the participant gets no mail about the slot: the mail about the end of the seat
 * already contained the calendar file (slot-enclosure.ts). This is true of `offer_expired`, too:
 * the participant had lost the seat before the offer of a new seat.
 */
const toldOtherwise: readonly string[] = [...seatEndedStates, 'offer_expired'];

/**
 * Writes the mail about a booking that the participant gave up.
 * @param withSeat whether the booking ended because the participant left the study
 * @param slotId the slot that was given up. If the participant has booked another slot since, no
 * mail is written
 */
async function writeGivenUp(
  participationId: string,
  withSeat: boolean,
  slotId: string | undefined,
  services: MailDependencies,
): Promise<AddressedMail | null> {
  const to = await addresseeOf(participationId, services);
  if (!to || (withSeat && toldOtherwise.includes(to.state))) return null;
  const former = await formerOf(participationId, services);
  if (former?.with_seat !== withSeat) return null;
  if (slotId !== undefined && former.id !== slotId) return null;
  return writeEnded(withSeat ? 'off' : 'given_up', to, participationId, former, services);
}

interface OfBooking {
  data: { participation_id: string; slot_id?: string; former_slot_id?: string };
}
const aboutBooking =
  (kind: BookingOccasion) =>
  ({ data }: OfBooking, services: MailDependencies) => [
    {
      accountId: null,
      write: () =>
        writeBooking(kind, data.participation_id, services, {
          slotId: data.slot_id,
          formerId: data.former_slot_id,
        }),
    },
  ];
const aboutGivenUp =
  (withSeat: boolean) =>
  ({ data }: OfBooking, services: MailDependencies) => [
    {
      accountId: null,
      write: () => writeGivenUp(data.participation_id, withSeat, data.slot_id, services),
    },
  ];

const definitions: readonly MailDefinition[] = [
  { template: 'slot-booked', on: { 'slots.slot-booked': aboutBooking('booked') } },
  { template: 'slot-moved', on: { 'slots.slot-moved': aboutBooking('moved') } },
  // This mail has no `notice`, so it cannot be switched off and is sent at any hour: the slot may be tomorrow morning.
  { template: 'slot-moved-up', on: { 'slots.moved-up': aboutBooking('moved_up') } },
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
    // Without `notice`, this mail cannot be switched off: a participant who did not get it would come in vain.
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
  {
    template: 'slot-given-up',
    on: {
      'slots.booking-cancelled': aboutGivenUp(false),
      'enrolment.participant-left': aboutGivenUp(true),
    },
  },
];
export const slotMails = { ...defineMails('slots', ...definitions), enclose: attachEndedSlot };
