import { screen } from '@testing-library/react';
import { useTranslation } from 'react-i18next';
import { freshBrowser, renderPart } from '../test/render-app';
import { PayLine, payWords } from './money';

const line = async (
  language: string,
  reward: { amount: number; currency: string } | null,
  minutes: number,
) => {
  await freshBrowser(language);
  const { container, unmount } = renderPart(<PayLine reward={reward} minutes={minutes} />);
  await screen.findByText(/\d/);
  const text = container.querySelector('.numbers')?.textContent;
  unmount();
  return text?.replace(/\u00a0/g, ' ');
};

test.each([
  [{ amount: 450, currency: 'EUR' }, 20, '€4.50 · about 20 minutes · €13.50 an hour'],
  [{ amount: 100, currency: 'USD' }, 1, '$1.00 · about 1 minute · $60.00 an hour'],
  [{ amount: 500, currency: 'JPY' }, 45, '¥500 · about 45 minutes · ¥667 an hour'],
  [{ amount: 3000, currency: 'GBP' }, 150, '£30.00 · about 2 hours 30 minutes · £12.00 an hour'],
  [{ amount: 3000, currency: 'GBP' }, 120, '£30.00 · about 2 hours · £15.00 an hour'],
  [null, 12, 'Not paid · about 12 minutes'],
])('%j for %i minutes is shown as %j', async (reward, minutes, words) =>
  expect(await line('en', reward, minutes)).toBe(words),
);

test('money and time are formatted differently in German', async () => {
  expect(await line('de', { amount: 450, currency: 'EUR' }, 20)).toBe(
    '4,50 € · etwa 20 Minuten · 13,50 € pro Stunde',
  );
});

test('if the median of the minutes is known, the pay per hour is computed from it, and the text says so', async () => {
  await freshBrowser();
  const Words = () => {
    const { t } = useTranslation(['studies', 'common']);
    return <p>{payWords(t, { amount: 450, currency: 'EUR' }, 20, 24).join(' · ')}</p>;
  };
  renderPart(<Words />);
  expect(
    await screen.findByText('€4.50 · about 20 minutes · €11.25 an hour by the time people took'),
  ).toBeVisible();
});
