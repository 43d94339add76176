import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../contracts/base/endpoint';
import * as contract from '../../contracts/slots/slots';
import { CallerParam, type Caller } from '../access/caller';
import { Handles, replyWithStatus } from '../platform/http/handles';
import { AddSlots } from './add-slots.command';
import { BookSlot } from './bookings/book-slot.command';
import { CalendarsRead } from './bookings/calendars.read';
import { CancelBooking } from './bookings/cancel-booking.command';
import { CancelSlot } from './cancel-slot.command';
import { ChangeSlot } from './change-slot.command';
import { SetSlotChangeLimit } from './set-slot-limit.command';
import { SlotChoiceRead } from './bookings/slot-choice.read';
import { SlotsRead } from './slots.read';

@Controller()
export class SlotsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly slots: SlotsRead,
    private readonly choices: SlotChoiceRead,
    private readonly calendars: CalendarsRead,
  ) {}

  @Handles(contract.listSlots)
  list({ params }: EndpointInput<typeof contract.listSlots>, @CallerParam() { person }: Caller) {
    return this.slots.calendar(params.id, person);
  }

  @Handles(contract.addSlots)
  add({ params, body }: EndpointInput<typeof contract.addSlots>, @CallerParam() caller: Caller) {
    return this.commands.execute(new AddSlots(params.id, body, caller));
  }

  @Handles(contract.setSlotChangeDeadline)
  setLimit(
    { params, body }: EndpointInput<typeof contract.setSlotChangeDeadline>,
    @CallerParam() caller: Caller,
  ) {
    return this.commands.execute(
      new SetSlotChangeLimit(params.id, body.change_until_hours, caller),
    );
  }

  @Handles(contract.changeSlot)
  change(
    { params, body }: EndpointInput<typeof contract.changeSlot>,
    @CallerParam() caller: Caller,
  ) {
    return this.commands.execute(new ChangeSlot(params.id, body, caller));
  }

  @Handles(contract.cancelSlot)
  async cancel(
    { params }: EndpointInput<typeof contract.cancelSlot>,
    @CallerParam() caller: Caller,
  ) {
    await this.commands.execute(new CancelSlot(params.id, caller));
    return replyWithStatus(204);
  }

  @Handles(contract.listAttendance)
  attendance(
    { params, query }: EndpointInput<typeof contract.listAttendance>,
    @CallerParam() { person }: Caller,
  ) {
    return this.slots.attendance(params.id, query, person);
  }

  @Handles(contract.readSlotCalendar)
  calendar(
    { params }: EndpointInput<typeof contract.readSlotCalendar>,
    @CallerParam() { person, language }: Caller,
  ) {
    return this.calendars.ofSession(params.id, person, language);
  }

  @Handles(contract.readSlotBookingOptions)
  choice(
    { params }: EndpointInput<typeof contract.readSlotBookingOptions>,
    @CallerParam() { person }: Caller,
  ) {
    return this.choices.of(params.id, person.account_id);
  }

  @Handles(contract.bookSlot)
  async book(
    { params, body }: EndpointInput<typeof contract.bookSlot>,
    @CallerParam() caller: Caller,
  ) {
    const { slot_id, reserve = false } = body;
    await this.commands.execute(new BookSlot(params.id, slot_id, reserve, caller));
    return this.choices.of(params.id, caller.person.account_id);
  }

  @Handles(contract.cancelBooking)
  async giveUp(
    { params }: EndpointInput<typeof contract.cancelBooking>,
    @CallerParam() caller: Caller,
  ) {
    await this.commands.execute(new CancelBooking(params.id, caller));
    return this.choices.of(params.id, caller.person.account_id);
  }

  @Handles(contract.readBookingCalendar)
  bookingCalendar(
    { params, query }: EndpointInput<typeof contract.readBookingCalendar>,
    @CallerParam() { person, language }: Caller,
  ) {
    return this.calendars.ofParticipant(params.id, person, language, query.given_up);
  }
}
