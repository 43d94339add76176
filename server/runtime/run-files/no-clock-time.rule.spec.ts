import { hasNoClockTime } from './no-clock-time.rule';

const webm = (...parts: string[]) => Buffer.from(['1a45dfa3', ...parts].join(''), 'hex');

describe('A file of an anonymous session', () => {
  it('is shown when it is a recording without a clock time', () => {
    expect(hasNoClockTime('audio/webm;codecs=opus', webm('0102'))).toBe(true);
    expect(hasNoClockTime('video/webm', webm())).toBe(true);
  });
  it('is withheld when its header contains a date or does not match its type', () => {
    expect(hasNoClockTime('video/webm', webm('00', '446188', '0000000000000000'))).toBe(false);
    expect(hasNoClockTime('audio/webm', Buffer.from('12:03:04 text'))).toBe(false);
    expect(hasNoClockTime('audio/webm', Buffer.alloc(0))).toBe(false);
  });
  it('is withheld when its format can contain a time or a place', () => {
    for (const type of ['video/mp4', 'audio/ogg', 'image/jpeg', 'text/plain', 'application/json'])
      expect(hasNoClockTime(type, webm())).toBe(false);
  });
});
