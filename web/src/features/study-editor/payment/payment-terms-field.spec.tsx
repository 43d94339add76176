import { screen } from '@testing-library/react';
import { useState } from 'react';
import type { PaymentTerms } from '../../../../../contracts/studies/payment-terms';
import { freshBrowser, renderPart } from '../../../test/render-app';
import { user } from '../../../test/user';
import { PaymentTermsField } from './payment-terms-field';

const given: (PaymentTerms | null)[] = [];
function Field() {
  const [value, setValue] = useState<PaymentTerms | null>(null);
  return (
    <PaymentTermsField
      value={value}
      onChange={(next) => {
        given.push(next);
        setValue(next);
      }}
      isMissing={value === null}
    />
  );
}
beforeEach(async () => {
  given.length = 0;
  await freshBrowser();
});

test('the way and the days of a payment form one value, and without a way there is none', async () => {
  renderPart(<Field />);
  const how = await screen.findByRole('textbox', { name: 'How you pay' });
  expect(screen.getByText('Say how you pay. A session with a reward needs it.')).toBeVisible();
  const days = screen.getByRole('textbox', { name: 'Days until you pay' });
  await user.clear(days);
  await user.type(days, '7');
  expect(given).toEqual([]);
  await user.type(how, 'cash');
  expect(given.at(-1)).toEqual({ how: 'cash', within_days: 7 });
  expect(screen.queryByText('Say how you pay. A session with a reward needs it.')).toBeNull();
  await user.clear(days);
  await user.type(days, '0');
  expect(given.at(-1)).toEqual({ how: 'cash', within_days: 0 });
  await user.clear(how);
  expect(given.at(-1)).toBeNull();
});

test('the link of the launch dialog focuses the field', async () => {
  location.hash = '#payment-terms';
  renderPart(<Field />);
  expect(await screen.findByRole('textbox', { name: 'How you pay' })).toHaveFocus();
  location.hash = '';
});
