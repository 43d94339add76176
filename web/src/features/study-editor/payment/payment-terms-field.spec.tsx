import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import type { PaymentTerms } from '../../../../../contracts/studies/payment-terms';
import { freshBrowser, renderPart } from '../../../test/render-app';
import { user } from '../../../test/user';
import { PaymentTermsField } from './payment-terms-field';

const given: (PaymentTerms | null)[] = [];
function Field({
  first = null,
  isAnonymous = false,
  error,
}: {
  first?: PaymentTerms | null;
  isAnonymous?: boolean;
  error?: string;
}) {
  const [value, setValue] = useState(first);
  return (
    <PaymentTermsField
      value={value}
      onChange={(next) => {
        given.push(next);
        setValue(next);
      }}
      isMissing={value === null}
      reward={{ amount: 450, currency: 'EUR' }}
      isAnonymous={isAnonymous}
      {...(error !== undefined && { error })}
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

const cash = { how: 'cash', within_days: 7 };
const stops = () => screen.findByRole('combobox', { name: 'Who stops after the start gets' });

test('a part of the reward is chosen for each way to leave, with its amount', async () => {
  renderPart(<Field first={cash} />);
  await user.selectOptions(await stops(), 'A part of the reward');
  expect(given.at(-1)).toEqual({
    ...cash,
    pay: { withdrawn: { kind: 'part', percent: 50 }, screened_out: { kind: 'none' } },
  });
  const percent = screen.getByRole('textbox', { name: 'Part' });
  expect(screen.getByText('€2.25')).toBeVisible();
  await user.clear(percent);
  await user.type(percent, '33');
  expect(screen.getByText('€1.49')).toBeVisible();
  await user.selectOptions(
    screen.getByRole('combobox', { name: 'Who is not selected after the start gets' }),
    'By the time spent',
  );
  expect(given.at(-1)).toEqual({
    ...cash,
    pay: { withdrawn: { kind: 'part', percent: 33 }, screened_out: { kind: 'by_time' } },
  });
  expect(screen.getByText(/^A quarter of the reward for each quarter/)).toBeVisible();
});

test('emptying the way of payment keeps the pay for leaving', async () => {
  const pay = { withdrawn: { kind: 'by_time' }, screened_out: { kind: 'none' } } as const;
  renderPart(<Field first={{ ...cash, pay }} />);
  const how = await screen.findByRole('textbox', { name: 'How you pay' });
  await user.clear(how);
  expect(given.at(-1)).toBeNull();
  await user.type(how, 'a');
  expect(given.at(-1)).toEqual({ how: 'a', within_days: 7, pay });
});

test('in an anonymous study pay by time cannot be chosen, and an earlier choice is marked', async () => {
  const { unmount } = renderPart(<Field first={cash} isAnonymous />);
  expect(within(await stops()).getByRole('option', { name: 'By the time spent' })).toBeDisabled();
  unmount();
  const pay = { withdrawn: { kind: 'by_time' }, screened_out: { kind: 'none' } } as const;
  renderPart(<Field first={{ ...cash, pay }} isAnonymous />);
  expect(await stops()).toBeInvalid();
});

const most = () => screen.findByRole('textbox', { name: 'Answers may earn, at most' });

test('the maximum pay by answers is typed digit by digit, also below one, and is nothing when it is emptied', async () => {
  renderPart(<Field first={cash} />);
  await user.type(await most(), '0.50');
  expect(given.at(-1)).toEqual({ ...cash, by_answers: { most: 50 } });
  await user.clear(await most());
  expect(given.at(-1)).toEqual(cash);
});

test('the form shows a refusal of the server below the field that was refused', async () => {
  const tooMuch = { ...cash, by_answers: { most: 99_999_999_00 } };
  const { unmount } = renderPart(<Field first={tooMuch} error="Too big" />);
  expect(await most()).toBeInvalid();
  expect(screen.getByRole('textbox', { name: 'How you pay' })).toBeValid();
  unmount();
  renderPart(<Field first={cash} error="Too long" />);
  expect(await most()).toBeValid();
  expect(screen.getByRole('textbox', { name: 'How you pay' })).toBeInvalid();
});
