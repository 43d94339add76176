import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { EnrolmentModule } from '../enrolment/enrolment.module';
import { RateLimit } from '../platform/security/rate-limit';
import { AddSlotsHandler } from './add-slots.command';
import { UpcomingBookingsRead } from './bookings/upcoming-bookings.read';
import { BookSlotHandler } from './bookings/book-slot.command';
import { CalendarsRead } from './bookings/calendars.read';
import { CancelBookingHandler } from './bookings/cancel-booking.command';
import { CancelSlotHandler } from './cancel-slot.command';
import { ChangeSlotHandler } from './change-slot.command';
import { SetSlotChangeLimitHandler } from './set-slot-limit.command';
import { SlotChoiceRead } from './bookings/slot-choice.read';
import { SlotsRead } from './slots.read';

const handlers = [
  AddSlotsHandler,
  BookSlotHandler,
  CancelBookingHandler,
  CancelSlotHandler,
  ChangeSlotHandler,
  SetSlotChangeLimitHandler,
];

@Module({
  imports: [CqrsModule, EnrolmentModule],
  providers: [
    ...handlers,
    UpcomingBookingsRead,
    RateLimit,
    SlotsRead,
    SlotChoiceRead,
    CalendarsRead,
  ],
  exports: [SlotsRead, SlotChoiceRead, CalendarsRead],
})
export class SlotsModule {}
