import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { user } from '../../test/user';
import { LazyMultiSelect, LazySelect } from './lazy-select';

const data = ['Ghana', 'Germany', 'Greece'];
const entries = () =>
  screen.queryAllByRole('option', { hidden: true }).map(({ textContent }) => textContent);
const show = (field: ReactNode) => {
  render(<MantineProvider env="test">{field}</MantineProvider>);
  return screen.getByRole('combobox', { name: 'Country' });
};

function ChosenCountry() {
  const [country, choose] = useState<string | null>('Germany');
  return <LazySelect label="Country" data={data} value={country} onChange={choose} />;
}

test('a list renders only the chosen entry until it is opened', async () => {
  const field = show(<ChosenCountry />);
  expect(entries()).toEqual(['Germany']);
  expect(field).toHaveValue('Germany');
  await user.click(field);
  expect(entries()).toEqual(data);
});

test('a list from which several can be chosen renders only the chosen entries until it is opened', async () => {
  const field = show(<LazyMultiSelect label="Country" data={data} value={['Ghana', 'Greece']} />);
  expect(entries()).toEqual(['Ghana', 'Greece']);
  await user.click(field);
  expect(entries()).toEqual(data);
});

test('a list without a choice has no entries until it is opened with the keyboard', async () => {
  const field = show(<LazySelect label="Country" data={data} value={null} />);
  expect(entries()).toEqual([]);
  await user.tab();
  await user.keyboard('{ArrowDown}');
  expect(entries()).toEqual(data);
  expect(field).toHaveFocus();
});

test('a list that is opened with the keyboard begins at the chosen entry', async () => {
  // The list marks the chosen entry in a timer after it was opened, so this person is slower.
  const person = userEvent.setup({ delay: 1 });
  const field = show(<ChosenCountry />);
  await person.tab();
  await person.keyboard('{ArrowDown}{Enter}');
  expect(field).toHaveValue('Greece');
});
