import { screen, waitFor } from '@testing-library/react';
import {
  deleteInvoiceAddress,
  type InvoiceAddress,
  saveInvoiceAddress,
  readInvoiceAddress,
} from '../../../../contracts/payments/receipts/invoice-address';
import { fakeServer, on } from '../../test/fake-server';
import { freshBrowser, renderPart } from '../../test/render-app';
import { fill, user } from '../../test/user';
import { InvoiceAddressCard } from './invoice-address-card';

const lab: InvoiceAddress = {
  name: 'Lab of Words',
  lines: ['1 Long Street', '50667 Köln'],
  country: 'DE',
};
const show = (address: InvoiceAddress | null) => {
  const world = { address };
  const asked = fakeServer(
    on(readInvoiceAddress).answer(() => ({ status: 200, body: world })),
    on(saveInvoiceAddress).answer(({ body }) => {
      world.address = body;
      return { status: 200, body: world };
    }),
    on(deleteInvoiceAddress).answer(() => {
      world.address = null;
      return { status: 204 };
    }),
  );
  renderPart(<InvoiceAddressCard />);
  return { sent: () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body) };
};
beforeEach(() => freshBrowser());

test('the form saves the name, the lines without blank ones, and the country', async () => {
  const { sent } = show(null);
  await fill(await screen.findByLabelText('Name of the institution or person'), 'Lab of Words');
  await fill(screen.getByLabelText('Address'), ' 1 Long Street\n\n50667 Köln ');
  await user.selectOptions(screen.getByLabelText('Country'), 'Germany');
  await user.click(screen.getByRole('button', { name: 'Save the address' }));
  await waitFor(() => expect(sent()).toEqual([lab]));
  expect(await screen.findByRole('button', { name: 'Forget the address' })).toBeVisible();
});

test('the form refuses an address that is not complete, and sends nothing', async () => {
  const { sent } = show(null);
  await user.click(await screen.findByRole('button', { name: 'Save the address' }));
  for (const label of ['Name of the institution or person', 'Address', 'Country'])
    await waitFor(() => expect(screen.getByLabelText(label)).toBeInvalid());
  expect(sent()).toEqual([]);
});

test('a stored invoice address can be deleted', async () => {
  show(lab);
  expect(await screen.findByDisplayValue('Lab of Words')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Forget the address' }));
  await waitFor(() =>
    expect(screen.getByLabelText('Name of the institution or person')).toHaveValue(''),
  );
});
