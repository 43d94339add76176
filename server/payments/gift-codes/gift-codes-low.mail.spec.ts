import { mailLocale, testMailRendering } from '../../../test/support/files/mail-rendering';
import { renderGiftCodesLowMail } from './gift-codes-low.mail';

const stock = { amount: 1_000, currency: 'EUR', left: 1_200, lasting: 1_200, needed: 1_201 };

testMailRendering({
  low: (to) => renderGiftCodesLowMail(to, stock),
  'low because codes expire': (to) => renderGiftCodesLowMail(to, { ...stock, lasting: 3 }),
});

describe('the email about gift codes that run out', () => {
  it('names the amount, the codes left, the codes that may still be chosen, and links to the page', () => {
    const { subject, text } = renderGiftCodesLowMail(mailLocale(), stock);
    expect(subject).toBe('Your gift codes of €10.00 may run out');
    expect(text).toMatch(/Left: 1,200\n/);
    expect(text).toMatch(/May still be chosen: 1,201\n/);
    expect(text).toContain('https://web.test/payment-methods');
    expect(text).not.toContain('Expire');
  });

  it('says how many of the codes expire soon', () => {
    const { text } = renderGiftCodesLowMail(mailLocale(), { ...stock, lasting: 1_150 });
    expect(text).toMatch(/Expire within 14 days: 50\n/);
  });

  it('writes amounts and numbers in the notation of its reader', () => {
    const { subject, text } = renderGiftCodesLowMail(mailLocale('de'), {
      ...stock,
      currency: 'JPY',
    });
    expect(subject).toMatch(/1\.000\s¥/);
    expect(text).toContain('1.201');
  });
});
