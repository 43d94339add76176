import { createHmac } from 'node:crypto';
import { addMilliseconds, minutes } from '../../platform/concurrency/clock';
import { cashCodeOf, isValidCashCode } from './cash-code';

const secrets = {
  mac: (purpose: string, ...parts: string[]) =>
    createHmac('sha256', 'key')
      .update([purpose, ...parts].join('\n'))
      .digest(),
};
const now = new Date('2026-11-29T10:04:59Z');

describe('a code for a payment in cash', () => {
  it('has six digits, which differ between participations', () => {
    const codes = Array.from({ length: 200 }, (_, n) => cashCodeOf(secrets, `${n}`, now).code);
    for (const code of codes) expect(code).toMatch(/^\d{6}$/);
    expect(new Set(codes).size).toBeGreaterThan(190);
  });

  it('is valid until it expires, five to ten minutes after it was shown', () => {
    const { code, expires_at } = cashCodeOf(secrets, 'one', now);
    const end = new Date(expires_at);
    expect(end.getTime() - now.getTime()).toBeGreaterThan(minutes(5));
    expect(end.getTime() - now.getTime()).toBeLessThanOrEqual(minutes(10));
    expect(isValidCashCode(secrets, 'one', addMilliseconds(end, -1), code)).toBe(true);
    expect(isValidCashCode(secrets, 'one', end, code)).toBe(false);
  });

  it('is valid for no other participation, and at no earlier moment', () => {
    const { code } = cashCodeOf(secrets, 'one', now);
    expect(isValidCashCode(secrets, 'two', now, code)).toBe(false);
    expect(isValidCashCode(secrets, 'one', addMilliseconds(now, -minutes(5)), code)).toBe(false);
    expect(isValidCashCode(secrets, 'one', now, '')).toBe(false);
  });
});
