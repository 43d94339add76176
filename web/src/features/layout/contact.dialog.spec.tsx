import { screen, within } from '@testing-library/react';
import i18next from 'i18next';
import type { Operator } from '../../../../contracts/operator/operator';
import { freshBrowser, renderPart } from '../../test/render-app';
import { useUi } from '../../lib/ui.store';
import { ContactDialog } from './contact.dialog';
import { Footer } from './footer';

/** Writes the operator's settings into the page, as the server does. */
const say = (operator: Partial<Operator>) => {
  const meta = document.createElement('meta');
  meta.name = 'commonlab:operator';
  meta.content = JSON.stringify(operator);
  document.head.append(meta);
};
beforeEach(async () => {
  await freshBrowser();
  await i18next.loadNamespaces('layout-later');
});
afterEach(() => {
  document.querySelector('meta[name="commonlab:operator"]')?.remove();
  useUi.getState().set({ contactVisible: false });
});

test('the forum is listed before the researchers’ address, and a group without an address is not shown', () => {
  say({
    contact: { participants: null, researchers: 'r@lab.test', others: 'o@lab.test' },
    links: { forum: 'https://forum.lab.test/' } as Operator['links'],
  });
  useUi.getState().set({ contactVisible: true });
  renderPart(<ContactDialog />);
  const links = within(screen.getByRole('dialog')).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    'https://forum.lab.test/',
    'mailto:r@lab.test',
    'mailto:o@lab.test',
  ]);
  expect(screen.queryByRole('heading', { name: 'Participants' })).not.toBeInTheDocument();
});

test('the footer shows the configured links only', () => {
  say({
    name: 'The Lab',
    url: 'https://lab.test/',
    pages: { privacy: '/privacy', terms: 'https://lab.test/terms', mission: null, people: null },
    social: [{ label: 'Blog', url: 'https://lab.test/blog' }],
  });
  renderPart(<Footer />);
  const footer = screen.getByRole('navigation', { name: 'Footer' });
  expect(
    within(footer)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Pricing', 'Privacy policy', 'Terms of use', 'Blog']);
  expect(screen.getByRole('link', { name: 'The Lab' })).toHaveAttribute(
    'href',
    'https://lab.test/',
  );
  expect(within(footer).queryByRole('button')).not.toBeInTheDocument();
});
