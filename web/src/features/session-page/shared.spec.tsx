import { screen } from '@testing-library/react';
import { freshBrowser, renderPart } from '../../test/render-app';
import { SharedStudyDocument } from './shared';

beforeEach(() => freshBrowser());

test('the document that participants share is shown completely', async () => {
  const document = { counts: { fast: 2 } };
  renderPart(<SharedStudyDocument shown document={document} withheld={1} />);
  const region = await screen.findByRole('region', { name: 'Shared by participants' });
  expect(region).toHaveTextContent('{ "counts": { "fast": 2 } }');
  expect(screen.getByText(/One clock time or address was taken out/)).toBeVisible();
});

test('the section about the shared document is hidden while the document is withheld', () => {
  renderPart(<SharedStudyDocument shown={false} document={null} withheld={0} />);
  expect(screen.queryByText('Shared by participants')).not.toBeInTheDocument();
});
