import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import type { Money } from '../../../../../contracts/base/fields';
import { changeLanguage } from '../../../i18n';
import { freshBrowser, renderPart } from '../../../test/render-app';
import { MoneyInput } from './money-input';

function Field({ seen }: { seen: (value: Money | null) => void }) {
  const [value, setValue] = useState<Money | null>(null);
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
