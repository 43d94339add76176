import { screen } from '@testing-library/react';
import { freshBrowser, renderPart } from '../../test/render-app';
import { SharedByParticipants } from './shared';

beforeEach(() => freshBrowser());

test('what participants shared is shown as a whole', async () => {
  const document = { counts: { fast: 2 } };
  renderPart(<SharedByParticipants shown document={document} withheld={1} />);
  const region = await screen.findByRole('region', { name: 'Shared by participants' });
  expect(region).toHaveTextContent('{ "counts": { "fast": 2 } }');
  expect(screen.getByText(/One clock time or address was taken out/)).toBeVisible();
});

test('nothing is said of what participants shared as long as it does not show', () => {
  renderPart(<SharedByParticipants shown={false} document={null} withheld={0} />);
  expect(screen.queryByText('Shared by participants')).not.toBeInTheDocument();
});
