import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import type { Money } from '../../../../../contracts/base/fields';
import { readPricing } from '../../../../../contracts/payments/pricing';
import { changeLanguage } from '../../../i18n';
import { pricingWithoutFee } from '../../../test/common-answers';
import { fakeServer, on } from '../../../test/fake-server';
import { user } from '../../../test/user';
import { freshBrowser, renderPart } from '../../../test/render-app';
import { MoneyInput } from './money-input';

function Field({
  seen,
  first = null,
}: {
  seen: (value: Money | null) => void;
  first?: Money | null;
}) {
  const [value, setValue] = useState(first);
  return (
    <MoneyInput
      value={value}
      onChange={(next) => {
        setValue(next);
        seen(next);
      }}
      minutes={20}
    />
  );
}
test('an amount shows the hourly rate, and an emptied field means no reward', async () => {
  await freshBrowser();
  const seen: (Money | null)[] = [];
  renderPart(<Field seen={(v) => seen.push(v)} />);
  const input = await screen.findByLabelText('Reward');
  fireEvent.change(input, { target: { value: '4.50' } });
  expect(seen.at(-1)).toEqual({ amount: 450, currency: 'EUR' });
  expect(screen.getByText('That is €13.50 an hour.')).toBeVisible();
  fireEvent.change(input, { target: { value: '' } });
  expect(seen.at(-1)).toBeNull();
});

test('a German page shows and accepts amounts in German notation', async () => {
  await freshBrowser();
  await changeLanguage('de');
  const seen: (Money | null)[] = [];
  renderPart(<Field seen={(v) => seen.push(v)} />);
  const input = await screen.findByLabelText('Vergütung');
  fireEvent.change(input, { target: { value: '4,50' } });
  expect(seen.at(-1)).toEqual({ amount: 450, currency: 'EUR' });
  expect(input).toHaveValue('4,50');
});

test('the field offers the currencies of the installation, and keeps one that is no longer offered', async () => {
  await freshBrowser();
  const pricing = { ...pricingWithoutFee, currencies: ['CHF', 'EUR'] };
  fakeServer(on(readPricing).answer({ status: 200, body: pricing }));
  renderPart(<Field seen={() => undefined} first={{ amount: 400, currency: 'ISK' }} />);
  const currency = await screen.findByRole('combobox', { name: 'Currency' });
  expect(currency).toHaveValue('ISK');
  await user.click(currency);
  expect((await screen.findAllByRole('option')).map((one) => one.textContent)).toEqual([
    'ISK',
    'CHF',
    'EUR',
  ]);
});

test('an amount below the fair minimum or the recommended rate is judged while it is typed', async () => {
  await freshBrowser();
  const fair_pay = [{ currency: 'EUR', floor: 960, recommended: 1450 }];
  fakeServer(on(readPricing).answer({ status: 200, body: { ...pricingWithoutFee, fair_pay } }));
  renderPart(<Field seen={() => undefined} first={{ amount: 300, currency: 'EUR' }} />);
  const input = await screen.findByLabelText('Reward');
  const below = 'This is below the fair minimum of €9.60 an hour. You can launch anyway.';
  expect(await screen.findByText(below)).toBeVisible();
  fireEvent.change(input, { target: { value: '3.20' } });
  expect(screen.getByText('Recommended: at least €14.50 an hour.')).toBeVisible();
  expect(screen.queryByText(below)).toBeNull();
  fireEvent.change(input, { target: { value: '4.84' } });
  expect(screen.queryByText(/Recommended|fair minimum/)).toBeNull();
});
