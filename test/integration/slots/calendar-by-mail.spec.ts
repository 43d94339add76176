/**
 * @engines one: other files test how the queues pass mails, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { noticeKinds } from '../../../contracts/notices/notices';
import { startApp, type SeparateApp } from '../../support/app/app';
import { makePerson } from '../../support/people/people';
import { eventually } from '../../support/chance/wait';
import { startTestWorkers } from '../../support/app/workers';
import type { RunningWorkers } from '../../../workers/start';
import { Inbox, type ReceivedMail } from '../mail/inbox';
import { slotRequestsOf, timeInDays, type SeatedPerson } from './booking';
import { readIcs } from './ics';

// An application with its own workers, which send to a mail server of the test.
let run: SeparateApp;
let workers: RunningWorkers;
let slots: ReturnType<typeof slotRequestsOf>;
const inbox = new Inbox();
beforeAll(async () => {
  await inbox.start();
  run = await startApp({ environment: { MAIL_FROM: '"The Lab" <no-reply@lab.test>' } });
  workers = await startTestWorkers(run, {
    environment: { SMTP_URL: inbox.url, MAIL_FROM: '"The Lab" <no-reply@lab.test>' },
  });
  slots = slotRequestsOf(run);
});
afterAll(async () => {
  await workers.close();
  await run.close();
  await inbox.stop();
});

/** Waits for the email with this subject, and returns it. */
const mailTo = async ({ person }: SeatedPerson, subject: string): Promise<ReceivedMail> => {
  const [mail] = await eventually(
    () => inbox.to(person.email).filter((one) => one.subject.startsWith(subject)),
    (all) => all.length > 0,
  );
  if (!mail) throw new Error('no mail');
  return mail;
};
/** Parses the calendar attachment of an email, with its header. */
function calendarIn({ parsed }: ReceivedMail) {
  const [file, ...more] = parsed.attachments;
  if (!file || more.length > 0) throw new Error(`${parsed.attachments.length} files`);
  const header = file.headers.get('content-type') as { value: string; params: object };
  const read = readIcs(file.content.toString('utf8'));
  const [event] = read.events;
  if (!event || read.events.length > 1) throw new Error(`${read.events.length} entries`);
  return { ...header, disposition: file.contentDisposition, name: file.filename, read, event };
}

describe('The email to a reserve who gets a seat', () => {
  it('ignores quiet hours and cannot be switched off', async () => {
    const r = await slots.session({ privacy_level: 'roster_on_start' });
    const id = await slots.slot(r, { reserve_seats: 1, place: 'Room 3' });
    const [a, b] = [await slots.seated(r), await slots.seated(r)];
    await slots.book(a, id);
    await slots.book(b, id, true);
    // Sets quiet hours from an hour ago until an hour from now.
    const time = (ms: number) =>
      new Date(run.clock.now().getTime() + ms).toISOString().slice(11, 16);
    await run.source.query(
      `INSERT INTO identity.notice_preference (account_id, off, zone, quiet_from, quiet_until)
       VALUES ($1, $2, 'UTC', $3, $4)`,
      [
        b.person._id,
        noticeKinds.filter((kind) => kind !== 'new_studies'),
        time(-3_600_000),
        time(3_600_000),
      ],
    );
    await slots.change(r, id, { place: 'Room 9' });
    await mailTo(a, 'Your slot has changed: ');
    await slots.giveUp(a);
    expect((await mailTo(b, 'You have a seat: ')).text).toContain('Room 9');
    // The emails that can be switched off did not arrive.
    const subjects = inbox.to(b.person.email).map(({ subject }) => subject);
    expect(subjects.filter((one) => one.startsWith('Your slot has changed'))).toEqual([]);
  });
});

describe('The email about a slot', () => {
  it('contains the calendar entry, and after the researcher cancels the slot, its cancellation', async () => {
    const r = await slots.session({ title: 'Colours, and words' });
    const id = await slots.slot(r, { seats: 2, link: 'https://call.test/a-room' });
    const [one, other] = [await slots.seated(r), await slots.seated(r)];
    for (const each of [one, other]) await slots.book(each, id);
    const mail = await mailTo(one, 'Your slot: ');
    // The mail shows the same tag as the participant's page. The calendar entry does not, because
    // calendars may be shared.
    const { tag } = await slots.choice(one);
    expect(mail.parsed.text).toContain(tag.match(/.{4}/g)?.join(' '));
    expect(mail.parsed.attachments[0]?.content.toString('utf8')).not.toContain(tag.slice(0, 4));
    const booked = calendarIn(mail);
    expect(booked).toMatchObject({
      value: 'text/calendar',
      params: { method: 'PUBLISH', charset: 'utf-8' },
      disposition: 'attachment',
      name: 'slot.ics',
      read: { method: 'PUBLISH' },
      event: {
        STATUS: 'CONFIRMED',
        SUMMARY: 'Colours\\, and words',
        LOCATION: 'https://call.test/a-room',
        ORGANIZER: 'mailto:no-reply@lab.test',
      },
    });
    run.clock.advance(1_000);
    await slots.cancel(r, id);
    const gone = calendarIn(await mailTo(one, 'Your slot was cancelled: '));
    expect(gone).toMatchObject({
      value: 'text/calendar',
      params: { method: 'CANCEL', charset: 'utf-8' },
      disposition: 'attachment',
      read: { method: 'CANCEL' },
      event: {
        STATUS: 'CANCELLED',
        UID: booked.event.UID,
        DTSTART: booked.event.DTSTART,
        ORGANIZER: booked.event.ORGANIZER,
      },
    });
    expect(Number(gone.event.SEQUENCE)).toBeGreaterThan(Number(booked.event.SEQUENCE));
    // Each participant has a separate entry, and the cancelled entry does not contain the place.
    const theirs = calendarIn(await mailTo(other, 'Your slot was cancelled: '));
    expect(theirs.event.UID).not.toBe(gone.event.UID);
    expect(JSON.stringify(gone)).not.toContain('call.test');
    // The participant's page offers the same calendar entry.
    const page = await slots.ask<{ ics: string }>(
      'GET',
      `/api/participations/${one.id}/slot/calendar/?given_up=${id}`,
      one.person,
    );
    expect(readIcs(page.body.ics)).toMatchObject({
      method: 'CANCEL',
      events: [{ UID: booked.event.UID, STATUS: 'CANCELLED' }],
    });
  });

  it('moves the calendar entry with the booking, and changes it with the place', async () => {
    const r = await slots.session();
    const [first, second] = [
      await slots.slot(r, { place: 'Room 1' }),
      await slots.slot(r, { starts: timeInDays(run, 12), place: 'Room 1' }),
    ];
    const one = await slots.seated(r);
    await slots.book(one, first);
    const booked = calendarIn(await mailTo(one, 'Your slot: '));
    inbox.received.length = 0;
    run.clock.advance(1_000);
    await slots.book(one, second);
    const moved = calendarIn(await mailTo(one, 'Your slot has moved: '));
    run.clock.advance(1_000);
    await slots.ask('PUT', `/api/slots/${second}/`, r.researcher, { place: 'Room 2' });
    const changed = calendarIn(await mailTo(one, 'Your slot has changed: '));
    const all = [booked, moved, changed].map(({ event }) => event);
    expect(new Set(all.map(({ UID }) => UID)).size).toBe(1);
    expect(all.map(({ LOCATION }) => LOCATION)).toEqual(['Room 1', 'Room 1', 'Room 2']);
    expect(moved.event.DTSTART).not.toBe(booked.event.DTSTART);
    const sequence = all.map(({ SEQUENCE }) => Number(SEQUENCE));
    expect(sequence).toEqual([...new Set(sequence)].sort((a, b) => a - b));
  });
});

describe('The email about a seat', () => {
  it('asks to choose a slot before a deadline, in the time zone of the participant', async () => {
    const r = await slots.session({ title: 'Sounds' });
    const id = await slots.slot(r);
    const person = await makePerson(run.source);
    await slots.ask('PUT', '/api/notices/preferences/', person, { zone: 'Asia/Kathmandu' });
    const one = await slots.seated(r, person);
    const { text } = await mailTo(one, 'You are enrolled: Sounds');
    expect(text).toMatch(/Choose a slot before: .+ at \d\d:\d\d \(Asia\/Kathmandu\)/);
    expect(text).not.toContain('Start before');
    await slots.book(one, id);
    await mailTo(one, 'Your slot: Sounds');
  });
});

describe('The participant’s page about slots', () => {
  const former = async (one: SeatedPerson) => (await slots.choice(one)).former;

  it('names the slot that the researchers cancelled until a different one is booked', async () => {
    const r = await slots.session();
    const [first, second] = [
      await slots.slot(r),
      await slots.slot(r, { starts: timeInDays(run, 12) }),
    ];
    const one = await slots.seated(r);
    expect(await former(one)).toBeNull();
    await slots.book(one, first);
    expect(await former(one)).toBeNull();
    await slots.cancel(r, first);
    expect(await former(one)).toMatchObject({ slot: { _id: first }, called_off: true });
    await slots.book(one, second);
    expect(await former(one)).toBeNull();
    await slots.giveUp(one);
    expect(await former(one)).toMatchObject({ slot: { _id: second }, called_off: false });
  });

  it('names the cancelled slot also after the seat has ended, until the slot would be over', async () => {
    const r = await slots.session({ privacy_level: 'roster_on_start' });
    const id = await slots.slot(r, { place: 'Room 3' });
    const one = await slots.seated(r);
    await slots.book(one, id);
    await slots.ask('PUT', `/api/participations/${one.id}/`, r.researcher, {
      action: 'nullify',
      reason: 'The room is flooded.',
    });
    const told = await former(one);
    expect(told).toMatchObject({ slot: { _id: id }, called_off: false });
    expect(JSON.stringify(told)).not.toContain('Room 3');
    const url = `/api/participations/${one.id}/slot/calendar/?given_up=${id}`;
    const file = (await slots.ask<{ ics: string }>('GET', url, one.person)).body.ics;
    expect(readIcs(file).method).toBe('CANCEL');
    run.clock.advance(11 * 86_400_000);
    expect(await former(one)).toBeNull();
    run.clock.reset();
  });
});
