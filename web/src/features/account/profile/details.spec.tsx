import { screen, waitFor } from '@testing-library/react';
import { changeProfile } from '../../../../../contracts/accounts/accounts';
import { aUser } from '../../../test/common-answers';
import { fakeServer, on } from '../../../test/fake-server';
import { freshBrowser, renderPart } from '../../../test/render-app';
import { fill, user } from '../../../test/user';
import { ProfileDetailsForm } from './details';

beforeEach(() => freshBrowser());

const show = async (about: Parameters<typeof aUser>[0]) => {
  const asked = fakeServer(on(changeProfile).answer({ status: 200, body: aUser(about) }));
  renderPart(<ProfileDetailsForm user={aUser(about)} />);
  await screen.findByLabelText('Last name');
  return () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body);
};
const field = (name: string) => screen.getByRole('combobox', { name });

test('a time zone and a region are found by their names, and only they are sent', async () => {
  const sent = await show({ zone: null, region: null });
  await fill(field('Time zone'), 'Lisbon');
  await user.click(await screen.findByRole('option', { name: 'Europe/Lisbon' }));
  await fill(field('Region'), 'Portu');
  await user.click(await screen.findByRole('option', { name: 'Portugal' }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(sent()).toEqual([{ zone: 'Europe/Lisbon', region: 'PT' }]));
});

test('a stored time zone that this browser does not know is shown, and prevents no other change', async () => {
  const sent = await show({ zone: 'Mars/Olympus', region: 'PT' });
  expect(field('Time zone')).toHaveValue('Mars/Olympus');
  expect(field('Region')).toHaveValue('Portugal');
  await fill(screen.getByLabelText('Last name'), 'x');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(Object.keys(sent()[0] as object)).toEqual(['last_name']);
});
