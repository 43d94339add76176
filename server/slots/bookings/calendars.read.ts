import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { Language } from '../../../contracts/base/languages';
import { limits } from '../../../contracts/base/limits';
import type { CalendarFile, Slot } from '../../../contracts/slots';
import type { Person } from '../../access/person';
import { Clock } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/http/errors';
import { Secrets } from '../../platform/security/secrets';
import { calendarFile } from './calendar-file';
import { SlotChoiceRead } from '../slot-choice.read';
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

/** Calendar files: of a session with tags as far as its level allows, of a participant with the own slot. */
@Injectable()
export class CalendarsRead {
  constructor(
    private readonly slots: SlotsRead,
    private readonly choices: SlotChoiceRead,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * With the slots that were cancelled and would still be ahead, so that a calendar which has them
   * takes them out. @throws DomainError not_found
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
      ics: calendarFile(calendar.study_title, [...entries, ...gone], language, now),
    };
  }

  /**
   * The own slot, as an entry that is the same one whatever slot it is: who moves and saves it again
   * has the new time in the calendar, and not both.
   * @param givenUp a slot that was booked before: the file takes it out of the calendar
   * @throws DomainError not_found, also where nothing is booked, or where the slot is booked still
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
    const { t } = slotsTexts.in(language);
    // Of the participation, as a hash: the file goes to whoever keeps the calendar.
    const uid = `booking-${this.secrets.mac('calendar-entry', participationId, '').toString('hex').slice(0, 32)}`;
    const summary = booked?.reserve ? t('calendar.reserve', { study: title }) : title;
    const entries = [{ uid, slot, summary, cancelled: givenUp !== undefined }];
    return { name: 'slot.ics', ics: calendarFile(title, entries, language, this.clock.now()) };
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
