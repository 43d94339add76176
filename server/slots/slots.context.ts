import * as slotsContract from '../../contracts/slots/slots';
import { slotsErrors } from '../../contracts/slots/errors';
import { declareErrors } from '../platform/i18n/error-texts';
import { defineContext, endpointsOf } from '../platform/context/context';
import { BookedTime, Booking, FormerBooking } from './bookings/booking.entity';
import { slotMails } from './mails/slot.mail';
import { Slot, SlotSettings } from './slot.entity';
import { SlotsConsumer } from './slots.consumer';
import { slotsErasure } from './slots.erasure';
import { slotsEvents } from './slots.events';
import { slotsExports } from './slots.exports';
import { slotsRateLimits } from './slots.rate-limits';
import { SlotsJob } from './slots.job';
import { SlotsModule } from './slots.module';
import { slotsPolicies } from './slots.policy';
import { slotsTexts } from './slots-texts';
import { studyOfSlot } from './study-of-slot';

const keyPurposes = ['booked-time', 'calendar-entry'] as const;

declare module '../platform/security/secrets' {
  interface KeyPurposes extends Record<(typeof keyPurposes)[number], true> {}
}

const ofOwner = {
  about: 'the researcher who owns the study',
  erased: { stays: 'research outlives its owner' },
  exported: { in: 'studies' },
} as const;

export const slots = defineContext({
  name: 'slots',
  about: 'Slots of sessions on site and by video: the calendar, bookings, who is expected.',
  texts: [slotsTexts],
  errors: declareErrors(slotsErrors, (code, values) =>
    slotsTexts.sentence(`error.${code}`, values),
  ),
  modules: [SlotsModule],
  controllers: async () => [(await import('./slots.controller.js')).SlotsController],
  endpoints: endpointsOf(slotsContract),
  events: slotsEvents,
  studyOf: { slot: studyOfSlot },
  policies: [...slotsPolicies],
  limits: Object.values(slotsRateLimits),
  mails: [slotMails],
  consumers: { slots: SlotsConsumer },
  jobs: [SlotsJob],
  tables: [
    {
      entity: SlotSettings,
      holds: 'until when the slots of a session may be booked and changed',
      personalData: ofOwner,
      retention: { kept: 'for ever' },
    },
    {
      entity: Slot,
      holds: 'a slot of a session: when, where, how many come',
      personalData: ofOwner,
      retention: { kept: 'for ever' },
    },
    {
      entity: Booking,
      holds: 'which slot a participation has booked',
      personalData: {
        about: 'the participant, by pseudonym',
        erased: { stays: 'a pseudonym that cannot be led back once the link is erased' },
        exported: { in: 'participations' },
      },
      retention: {
        kept: 'until 30 days after the slot, or until it is given up',
        expires: { key: 'participation_id', where: 'expires_at <= $1' },
      },
    },
    {
      entity: FormerBooking,
      holds:
        'which slot a participation had booked last, and has no more; whether the seat ended with it',
      personalData: {
        about: 'the participant, by pseudonym',
        erased: { by: 'statement' },
        exported: { in: 'participations' },
      },
      retention: {
        kept: 'until the slot would be over, or another one is booked',
        expires: { key: 'participation_id', where: 'expires_at <= $1' },
      },
    },
    {
      entity: BookedTime,
      holds:
        'that a participant has five minutes booked, as a keyed hash of the person and the time',
      personalData: {
        about: 'the participant, by a keyed hash that differs for every five minutes',
        erased: { stays: 'a keyed hash that leads to no participant, until the slot is over' },
        exported: { not: 'a keyed hash of what the bookings say' },
      },
      retention: {
        kept: 'until the slot is over, or given up',
        expires: { key: 'hash', where: 'ends_at <= $1' },
      },
    },
  ],
  keyPurposes,
  exportFiles: slotsExports,
  erasure: slotsErasure,
});
