import { isGiftCodeSupplyLow } from './stock.rule';
import { paymentsLimits } from '../../../contracts/payments/limits';
import { accountMail } from '../../mail/account-mail';
import { mailRenderer } from '../../mail/mail-renderer';
import { formatMoneyForMail } from '../../mail/money';
import { recipientColumns, type Recipient } from '../../mail/recipient';
import { utcDay } from '../../platform/concurrency/clock';
import { defineMails, type MailDependencies } from '../../platform/messaging/mail-source';
import { paymentsTexts } from '../payments-texts';
import { stocksSql, type CountedGiftCodeStock } from './stock.sql';

type LowStock = Omit<CountedGiftCodeStock, 'wallet_id'>;

/**
 * The email about a low stock. It names neither a study nor a participant. Its numbers are those
 * that the researcher's page shows, as of the beginning of the day.
 */
export const renderGiftCodesLowMail = mailRenderer(
  paymentsTexts,
  (t, { greeting, web, language }, { amount, currency, left, lasting, needed }: LowStock) => {
    const value = formatMoneyForMail(language, { amount, currency });
    const days = paymentsLimits.giftCodeNoticeDays;
    const format = new Intl.NumberFormat(language);
    const number = (count: number) => format.format(count);
    return {
      subject: t('gift_codes_low.subject', { value }),
      heading: t('gift_codes_low.heading', { value }),
      blocks: [
        greeting,
        { kind: 'text', text: t('gift_codes_low.body', { value }) },
        {
          kind: 'facts',
          rows: [
            { label: t('gift_codes_low.left'), value: number(left) },
            ...(lasting < left
              ? [{ label: t('gift_codes_low.expiring', { days }), value: number(left - lasting) }]
              : []),
            { label: t('gift_codes_low.needed'), value: number(needed) },
          ],
        },
        { kind: 'button', label: t('gift_codes_low.button'), url: `${web}/payment-methods` },
        { kind: 'note', text: t('gift_codes_low.note') },
      ],
    };
  },
);

/** @returns undefined if the stock is sufficient by now, or belongs to another researcher */
async function lowStock(
  { db, clock }: MailDependencies,
  { shortage_id, account_id }: { shortage_id: string; account_id: string },
): Promise<(Recipient & LowStock) | undefined> {
  const [row]: (Recipient & LowStock)[] = await db.query(
    `SELECT ${recipientColumns}, stock.currency, stock.amount, stock."left", stock.lasting, stock.needed
     FROM identity.gift_code_shortage g JOIN identity.wallet own ON own.id = g.wallet_id
       JOIN identity.person a ON a.id = own.researcher_id
       JOIN (${stocksSql('w.id = (SELECT f.wallet_id FROM identity.gift_code_shortage f WHERE f.id = $1)', '$3')}) stock
         ON stock.wallet_id = g.wallet_id AND stock.amount = g.amount
     WHERE g.id = $1 AND a.id = $2 AND a.disabled_at IS NULL`,
    [shortage_id, account_id, utcDay(clock.now())],
  );
  return row && isGiftCodeSupplyLow(row) ? row : undefined;
}

export const giftCodesMails = defineMails(
  'payments',
  accountMail({
    template: 'gift-codes-low',
    event: 'payments.gift-codes-low',
    read: ({ data }, services) => lowStock(services, data),
    render: renderGiftCodesLowMail,
  }),
);
