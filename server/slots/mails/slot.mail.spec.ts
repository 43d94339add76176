import { at, testRendering } from '../../../test/support/mail-rendering';
import { slotMail } from './slot.mail';

const slot = {
  title: 'Colours & words',
  starts_at: at,
  ends_at: new Date(at.getTime() + 3_600_000),
  zone: 'Asia/Kolkata',
  place: 'Room <1>',
  link: 'https://call.test/1?a=1&b=2',
  reserve: true,
};

testRendering({
  booked: (to) => slotMail(to, { ...slot, kind: 'booked' }),
  changed: (to) => slotMail(to, { ...slot, kind: 'changed' }),
  ahead: (to) => slotMail(to, { ...slot, kind: 'ahead' }),
  cancelled: (to) => slotMail(to, { ...slot, kind: 'cancelled', reserve: false }),
});
