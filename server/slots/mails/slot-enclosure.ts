import type { MailAdditionReader } from '../../platform/messaging/mail-source';
import { slotsTexts } from '../slots-texts';
import { calendarAttachmentOf, slotFactColumns, type SlotFacts } from './slot-attachment';
import { slotTimeForReader } from './render-slot-mail';

/**
 * Adds a calendar file to the mail about the end of a participant's seat. The file removes the slot
 * from the participant's calendar. A no-show does not delete the booking, so the query also reads
 * `research.booking`.
 */
export const attachEndedSlot: MailAdditionReader = async (participationId, reader, services) => {
  const [slot]: SlotFacts[] = await services.db.query(
    `SELECT ${slotFactColumns} FROM (
       SELECT f.slot_id, s.ends_at AS until FROM research.former_booking f
       JOIN research.slot s ON s.id = f.slot_id
       WHERE f.participation_id = $1 AND f.with_seat
       UNION ALL
       SELECT b.slot_id, s.starts_at FROM research.booking b JOIN research.slot s ON s.id = b.slot_id
       WHERE b.participation_id = $1 AND NOT s.cancelled
     ) AS one JOIN research.slot s ON s.id = one.slot_id
     WHERE one.until > $2`,
    [participationId, services.clock.now()],
  );
  if (!slot) return undefined;
  const { language, t } = slotsTexts.in(reader.language);
  const zone = await services.zoneOf(reader.account_id);
  return {
    text: t('enclosed', { time: slotTimeForReader({ language }, slot, zone) }),
    attachment: calendarAttachmentOf(
      participationId,
      { ...reader, reserve: false, slot, cancelled: true },
      services,
    ),
  };
};
