import {
  mailTime,
  mailLocale,
  testMailRendering,
} from '../../../test/support/files/mail-rendering';
import { slotMail } from './render-slot-mail';

const slot = {
  title: 'Colours & words',
  starts_at: mailTime,
  ends_at: new Date(mailTime.getTime() + 3_600_000),
  zone: 'Asia/Kolkata',
  place: 'Room <1>',
  link: 'https://call.test/1?a=1&b=2',
  reserve: true,
  tag: 'aaaabbbbccccdddd',
};

const before = new Date(mailTime.getTime() - 86_400_000);

testMailRendering({
  booked: (to) => slotMail(to, { ...slot, kind: 'booked' }),
  moved: (to) => slotMail(to, { ...slot, kind: 'moved', former: { ...slot, starts_at: before } }),
  'moved up': (to) => slotMail(to, { ...slot, kind: 'moved_up', reserve: false }),
  changed: (to) => slotMail(to, { ...slot, kind: 'changed' }),
  ahead: (to) => slotMail(to, { ...slot, kind: 'ahead' }),
  cancelled: (to) => slotMail(to, { ...slot, kind: 'cancelled', reserve: false }),
  'given up': (to) => slotMail(to, { ...slot, kind: 'given_up', reserve: false }),
  off: (to) => slotMail(to, { ...slot, kind: 'off', reserve: false }),
});

describe('emails about a slot', () => {
  it('state the arrival tag while the booking is valid', () => {
    expect(slotMail(mailLocale(), { ...slot, kind: 'booked' }).text).toContain(
      'Say this tag when you come: aaaa bbbb cccc dddd',
    );
    expect(slotMail(mailLocale('de'), { ...slot, kind: 'ahead' }).text).toContain(
      'Nennen Sie dieses Kennzeichen, wenn Sie kommen: aaaa bbbb cccc dddd',
    );
    expect(slotMail(mailLocale(), { ...slot, kind: 'cancelled' }).text).not.toContain('aaaa');
  });
});
