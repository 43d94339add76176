import { mailRenderer } from '../../mail/mail-renderer';
import { localeFor, type ReaderLocale } from '../../mail/mail-texts';
import { slotsTexts } from '../slots-texts';

export interface SlotTime {
  starts_at: Date;
  ends_at: Date;
  /** The time zone of the place where the slot is. */
  zone: string;
}

/** The occasions of a mail to a participant whose booking is valid. */
export type BookingOccasion = 'booked' | 'moved' | 'moved_up' | 'changed' | 'ahead';
/**
 * The occasions of a mail to a participant whose booking has ended. `none_left`: the slot was
 * cancelled, and the session has no other slot to choose.
 */
export type BookingEndOccasion = 'cancelled' | 'none_left' | 'given_up' | 'off';

interface About extends SlotTime {
  title: string;
  kind: BookingOccasion | BookingEndOccasion;
  place: string;
  link: string | null;
  reserve: boolean;
  /** The tag that the participant says on arrival. Set only for a valid booking. */
  tag?: string | undefined;
  /** The slot that the participant had before. Set only if the booking was moved. */
  former?: SlotTime | undefined;
  /** The time zone that the participant has set in their account, if any. */
  own_zone?: string | null | undefined;
}

const written = (reader: ReaderLocale, { starts_at, ends_at }: SlotTime, zone: string): string => {
  const format = new Intl.DateTimeFormat(localeFor(reader), {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: zone,
  });
  return `${format.formatRange(starts_at, ends_at)} (${zone})`;
};

/**
 * Writes the time of the slot in the slot's time zone, with the name of that zone, since the reader
 * may be in a different zone.
 */
export const slotTimeText = (reader: ReaderLocale, slot: SlotTime): string =>
  written(reader, slot, slot.zone);

/**
 * Writes the time of the slot in the participant's own time zone; returns undefined if that zone is
 * unknown or shows the same time.
 */
export function slotTimeInOwnZone(
  reader: ReaderLocale,
  slot: SlotTime,
  zone: string | null | undefined,
): string | undefined {
  if (!zone) return undefined;
  const bare = (at: string) => written(reader, slot, at).replace(/ \([^)]*\)$/, '');
  return bare(zone) === bare(slot.zone) ? undefined : written(reader, slot, zone);
}

/**
 * Writes the time of the slot in the participant's own time zone if that is known, otherwise in the
 * slot's zone.
 */
export const slotTimeForReader = (
  reader: ReaderLocale,
  slot: SlotTime,
  zone: string | null | undefined,
): string => written(reader, slot, zone ?? slot.zone);

/** Splits the tag into groups of four characters, so that it can be read out. */
const spoken = (tag: string) => tag.replace(/(.{4})(?=.)/g, '$1 ');

const standing: readonly string[] = ['booked', 'moved', 'moved_up', 'changed', 'ahead'];

/**
 * Renders a mail about the recipient's own booking. It contains nothing about other participants.
 */
export const slotMail = mailRenderer(slotsTexts, (t, { greeting, web, reader }, about: About) => {
  const { kind, title, former, own_zone } = about;
  const stands = standing.includes(kind);
  const own = slotTimeInOwnZone(reader, about, own_zone);
  return {
    subject: t(`${kind}.subject`, { study: title }),
    heading: t(`${kind}.heading`),
    blocks: [
      greeting,
      {
        kind: 'text',
        text: t(`${kind}.body`, {
          from: former ? slotTimeForReader(reader, former, own_zone) : '',
          to: slotTimeForReader(reader, about, own_zone),
        }),
      },
      {
        kind: 'facts',
        rows: [
          { label: t('facts.study'), value: title },
          { label: t('facts.time'), value: slotTimeText(reader, about) },
          ...(own === undefined ? [] : [{ label: t('facts.own_time'), value: own }]),
          // Only participants who booked the slot read its place.
          ...(about.place !== '' && stands
            ? [{ label: t('facts.place'), value: about.place }]
            : []),
          ...(about.link !== null && stands ? [{ label: t('facts.link'), value: about.link }] : []),
          ...(about.tag !== undefined && stands
            ? [{ label: t('facts.tag'), value: spoken(about.tag) }]
            : []),
        ],
      },
      ...(about.reserve ? [{ kind: 'text' as const, text: t('reserve') }] : []),
      { kind: 'button', label: t(`${kind}.button`), url: `${web}/history/participation` },
      { kind: 'note', text: t(`${kind}.note`) },
    ],
  };
});
