import type { Language } from '../../../contracts/base/languages';
import { addresseeOf, type Addressee } from '../../enrolment/mails/addressee.read';
import { takenSeatStates } from '../../enrolment/participations/participation.rule';
import { written } from '../../mail/account-mail';
import { mailRenderer } from '../../mail/mail-renderer';
import {
  defineMails,
  type AddressedMail,
  type MailDefinition,
  type MailServices,
} from '../../platform/messaging/mail-source';
import { slotsTexts } from '../slots-texts';

interface SlotFacts {
  starts_at: Date;
  ends_at: Date;
  zone: string;
  place: string;
  link: string | null;
}
type Kind = 'booked' | 'changed' | 'ahead' | 'cancelled';
interface About extends SlotFacts {
  title: string;
  kind: Kind;
  reserve: boolean;
}

/** By the clock of the slot's zone, which is said: the reader may be in another one. */
function timeOf(language: Language, { starts_at, ends_at, zone }: SlotFacts): string {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: zone,
  });
  return `${format.formatRange(starts_at, ends_at)} (${zone})`;
}

/** About the own booking, and about nobody else who comes. */
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
    `SELECT s.starts_at, s.ends_at, s.zone, s.place, s.link, b.reserve_no IS NOT NULL AS reserve
     FROM research.booking b JOIN research.slot s ON s.id = b.slot_id
     WHERE b.participation_id = $1 AND NOT s.cancelled`,
    [participationId],
  );
  if (!to || !slot || slot.ends_at <= services.clock.now()) return null;
  return written({ ...to, ...slot, kind }, slotMail, services.web);
}

async function writeCancelled(
  participationId: string,
  slotId: string,
  services: MailServices,
): Promise<AddressedMail | null> {
  const to = await seatedOne(participationId, services);
  const [slot]: SlotFacts[] = await services.db.query(
    `SELECT starts_at, ends_at, zone, place, link FROM research.slot WHERE id = $1`,
    [slotId],
  );
  if (!to || !slot) return null;
  return written(
    { ...to, ...slot, kind: 'cancelled' as const, reserve: false },
    slotMail,
    services.web,
  );
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
    // No notice: whoever did not read it would stand before a closed door.
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
