import { fireEvent, screen, within } from '@testing-library/react';
import { readPricing, type Pricing } from '../../../../contracts/payments/pricing';
import { pricingWithoutFee } from '../../test/common-answers';
import { fakeServer, on, refusal } from '../../test/fake-server';
import { freshBrowser, renderPage } from '../../test/render-app';
import { user } from '../../test/user';

const show = (pricing: Partial<Pricing> = {}) => {
  fakeServer(on(readPricing).answer({ status: 200, body: { ...pricingWithoutFee, ...pricing } }));
  renderPage('/pricing');
};
const calculator = async () =>
  within(await screen.findByRole('region', { name: 'What a study costs' }));
beforeEach(() => freshBrowser());

test('the page says plainly that there is no fee, and multiplies spots by reward', async () => {
  show();
  const part = await calculator();
  expect(await part.findByText(/^There is no fee\./)).toHaveTextContent(
    'You pay participants from a purse of your own.',
  );
  expect(part.getByRole('status')).toHaveTextContent('Total€100.00');
  const spots = part.getByRole('textbox', { name: 'Spots' });
  await user.clear(spots);
  await user.type(spots, '30');
  expect(part.getByRole('status')).toHaveTextContent('30 × €5.00 = €150.00');
});

test('the page shows the fee of each reward, rounded once for each participant', async () => {
  show({ fee_basis_points: 250, prepaid: true });
  const part = await calculator();
  expect(await part.findByText(/^The fee is 2\.5% of each reward\./)).toHaveTextContent(
    'You add money to your wallet before you launch.',
  );
  expect(screen.getByText('2.5% of rewards')).toBeVisible();
  expect(screen.getAllByText('Free')).toHaveLength(1);
  fireEvent.change(part.getByRole('textbox', { name: /^Reward/ }), { target: { value: '3.33' } });
  expect(part.getByRole('status')).toHaveTextContent('20 × €0.08 = €1.60');
  expect(part.getByRole('status')).toHaveTextContent('Total€68.20');
});

test('the calculator can use another currency that the installation offers', async () => {
  show({ currencies: ['EUR', 'JPY'] });
  const part = await calculator();
  await user.click(await part.findByRole('combobox', { name: 'Currency' }));
  await user.click(await screen.findByRole('option', { name: 'JPY' }));
  expect(part.getByRole('status')).toHaveTextContent('Total¥100');
});

test('an emptied field counts as zero', async () => {
  show();
  const part = await calculator();
  await user.clear(await part.findByRole('textbox', { name: 'Spots' }));
  expect(part.getByRole('status')).toHaveTextContent('Total€0.00');
});

test('the page offers to load the fee again if loading it has failed', async () => {
  let fails = true;
  fakeServer(
    on(readPricing).answer(() =>
      fails ? refusal('internal') : { status: 200, body: pricingWithoutFee },
    ),
  );
  renderPage('/pricing');
  const part = await calculator();
  expect(await part.findByText('The fee could not be loaded')).toBeVisible();
  fails = false;
  await user.click(part.getByRole('button', { name: 'Try again' }));
  expect(await part.findByText(/^There is no fee\./)).toBeVisible();
});
