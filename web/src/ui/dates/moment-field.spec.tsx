import { screen, waitFor, within } from '@testing-library/react';
import { Button } from '@mantine/core';
import { z } from 'zod';
import { useContractForm } from '../../lib/form';
import { freshBrowser, renderPart } from '../../test/render-app';
import { fill, user } from '../../test/user';
import { fromLocalMoment } from './local-moment';
import { LocalMoment, MomentField } from './moment-field';

const Form = z.object({ closes_at: LocalMoment });
function Example({ begins, sent }: { begins: string; sent: (instant: string | null) => void }) {
  const form = useContractForm(Form, { closes_at: begins });
  const submit = form.handleSubmit(({ closes_at }) => sent(fromLocalMoment(closes_at)));
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <MomentField
        control={form.control}
        name="closes_at"
        label="Closes"
        description="Nobody enrols after that."
        usualTime="23:59"
      />
      <Button type="submit">Save</Button>
    </form>
  );
}
const show = async (begins = '') => {
  const all: (string | null)[] = [];
  renderPart(<Example begins={begins} sent={(instant) => all.push(instant)} />);
  return { field: await screen.findByRole('textbox', { name: 'Closes' }), all };
};
const save = () => user.click(screen.getByRole('button', { name: 'Save' }));

beforeEach(() => freshBrowser());

test('the typed moment is shown in words before it is sent', async () => {
  const { field, all } = await show();
  expect(field).toHaveAccessibleDescription(/Type it as YYYY-MM-DD HH:MM/);
  await fill(field, '2026-12-01 9:05');
  expect(field).toHaveAccessibleDescription(/Tuesday, December 1, 2026 at 9:05\sAM/);
  await save();
  await waitFor(() => expect(all).toEqual([new Date(2026, 11, 1, 9, 5).toISOString()]));
  expect(field).toHaveValue('2026-12-01 09:05');
});

test('an incomplete moment is refused at its field, and nothing is sent', async () => {
  const { field, all } = await show();
  await fill(field, '2026-12-01');
  await save();
  expect(await screen.findByText('Enter a date and a time as YYYY-MM-DD HH:MM')).toBeVisible();
  expect(field).toBeInvalid();
  expect(all).toEqual([]);
});

test('an empty field sends null', async () => {
  const { field, all } = await show('2026-12-01 10:00');
  await user.clear(field);
  await save();
  await waitFor(() => expect(all).toEqual([null]));
});

test('a day picked from the calendar keeps the time, and the keyboard can change it', async () => {
  const next = new Date().getFullYear() + 1;
  const { field } = await show(`${next}-06-10 10:30`);
  const opener = screen.getByRole('button', { name: 'Closes: pick it from the calendar' });
  await user.click(opener);
  const calendar = within(await screen.findByRole('dialog'));
  const day = await calendar.findByRole('button', { name: /^10 June/ });
  await waitFor(() => expect(day).toHaveFocus());
  await user.keyboard('{ArrowRight}{Enter}');
  expect(field).toHaveValue(`${next}-06-11 10:30`);
  await user.click(calendar.getByLabelText('Hours'));
  await user.keyboard('08');
  expect(field).toHaveValue(`${next}-06-11 08:30`);
  await user.click(calendar.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(opener).toHaveFocus());
});
