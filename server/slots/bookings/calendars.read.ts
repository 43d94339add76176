import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { Language } from '../../../contracts/base/languages';
import { limits } from '../../../contracts/base/limits';
import type { CalendarFile, Slot } from '../../../contracts/slots/slots';
import type { Person } from '../../access/person';
import { CONFIG, type Config } from '../../config';
import { parseSender } from '../../mail/sender.rule';
import { Clock } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import { bookingCalendarFile } from './booking-calendar';
import { renderCalendarFile } from './calendar-file';
import { SlotChoiceRead } from './slot-choice.read';
import { SlotsRead } from '../slots.read';
import { slotsTexts } from '../slots-texts';

type File = z.output<typeof CalendarFile>;

const rowOf = (slot: Slot) => ({
  id: slot._id,
  starts_at: new Date(slot.starts_at),
  ends_at: new Date(slot.ends_at),
  place: slot.place ?? '',
  link: slot.link,
});

const uidOf = (slotId: string): string => `slot-${slotId}`;

/**
 * Makes calendar files. The file of a session contains all its slots. It also contains the
 * participants' tags (pseudonyms) if the privacy level allows that. The file of a participant
 * contains only the participant's own slot.
 */
@Injectable()
export class CalendarsRead {
  constructor(
    private readonly slots: SlotsRead,
    private readonly choices: SlotChoiceRead,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Makes the calendar file of a session. It contains future slots that were cancelled, too, so
   * that calendars remove their entries.
   * @throws DomainError not_found
   */
  async ofSession(sessionId: string, person: Person, language: Language): Promise<File> {
    const { t } = slotsTexts.in(language);
    const calendar = await this.slots.calendar(sessionId, person);
    const tags = calendar.shows === 'slot' ? await this.tags(sessionId, person) : undefined;
    const now = this.clock.now();
    const cancelled = await this.slots.cancelledAhead(sessionId, now);
    const gone = cancelled.map((slot) => ({
      ...{ uid: uidOf(slot.id), slot, summary: calendar.study_title, cancelled: true },
    }));
    const entries = calendar.slots.map((slot) => ({
      uid: uidOf(slot._id),
      slot: rowOf(slot),
      summary: t('calendar.summary', {
        study: calendar.study_title,
        booked: slot.booked,
        seats: slot.seats,
      }),
      description: tags?.get(slot._id)?.join('\n'),
    }));
    return {
      name: 'slots.ics',
      ics: renderCalendarFile({
        title: calendar.study_title,
        entries: [...entries, ...gone],
        language,
        now,
        sender: parseSender(this.config.mailFrom),
      }),
    };
  }

  /**
   * Makes a calendar file about the participant's own slot. Without `givenUp`, the file contains
   * the booked slot. With `givenUp`, the file removes that former slot from the calendar.
   * @param givenUp the id of a slot that the participant had booked before
   * @throws DomainError not_found
   * - if the participation is not the account's own
   * - without `givenUp`: if the participant has no booking
   * - with `givenUp`: if the participant has a booking, or did not have the former slot
   */
  async ofParticipant(
    participationId: string,
    { account_id }: Person,
    language: Language,
    givenUp?: string,
  ): Promise<File> {
    const { title, booked, former } = await this.choices.titled(
      participationId,
      account_id,
      givenUp,
    );
    const slot = givenUp === undefined ? booked : booked ? undefined : former;
    if (!slot) throw new DomainError('not_found');
    const reserve = booked?.reserve ?? false;
    const { name, ics } = bookingCalendarFile(
      { participationId, title, slot, reserve, cancelled: givenUp !== undefined },
      {
        secrets: this.secrets,
        language,
        now: this.clock.now(),
        sender: parseSender(this.config.mailFrom),
      },
    );
    return { name, ics };
  }

  private async tags(sessionId: string, person: Person): Promise<Map<string, string[]>> {
    const tags = new Map<string, string[]>();
    let cursor: string | undefined;
    do {
      const page = await this.slots.attendance(
        sessionId,
        { limit: limits.pageSizeMax, ...(cursor !== undefined && { cursor }) },
        person,
      );
      for (const { slot_id, tag } of page.items)
        if (slot_id !== null) tags.set(slot_id, [...(tags.get(slot_id) ?? []), tag].sort());
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    return tags;
  }
}
