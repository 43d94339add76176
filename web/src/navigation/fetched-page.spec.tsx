import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { user } from '../test/user';
import { freshBrowser, renderPart } from '../test/render-app';
import { fetchedPage } from './fetched-page';
import { replaceFetch } from '../test/fake-server';

beforeEach(() => freshBrowser());
const Here = () => <h1>Here it is</h1>;
const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
const server = (up: boolean) => {
  replaceFetch(() =>
    up ? Promise.resolve({ ok: true }) : Promise.reject(new TypeError('Failed to fetch')),
  );
};
/** A page whose file cannot be fetched before the connection is back. */
function page() {
  const line = { there: false, asked: 0, reloads: 0 };
  const { Page, prefetch: ahead } = fetchedPage(
    () => {
      line.asked++;
      return line.there ? Promise.resolve(Here) : gone();
    },
    ['account'],
    () => {
      line.reloads++;
    },
  );
  return { line, Page, ahead };
}
const unreachable = () => screen.findByRole('heading', { name: "The server can't be reached" });

test('a page whose file cannot be fetched says that the server is unreachable, and opens on retry', async () => {
  server(false);
  const { line, Page } = page();
  renderPart(<Page />);
  await unreachable();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(line.asked).toBe(2));
  await unreachable();
  line.there = true;
  await waitFor(() => expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled());
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Here it is' })).toBeVisible();
  expect(line.reloads).toBe(0);
});

test('the page opens by itself when the connection is back', async () => {
  server(false);
  const { line, Page } = page();
  renderPart(<Page />);
  await unreachable();
  line.there = true;
  act(() => {
    window.dispatchEvent(new Event('online'));
  });
  expect(await screen.findByRole('heading', { name: 'Here it is' })).toBeVisible();
});

test('when the server responds but the file is missing, the page is reloaded for the newer version', async () => {
  server(true);
  const { line, Page } = page();
  renderPart(<Page />);
  await unreachable();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(line.reloads).toBe(1));
});

test('a prefetched page needs no connection, and a failed prefetch is repeated when the page is opened', async () => {
  const [first, second] = [page(), page()];
  first.line.there = true;
  await first.ahead();
  await second.ahead();
  first.line.there = false;
  second.line.there = true;
  renderPart(
    <>
      <first.Page />
      <second.Page />
    </>,
  );
  expect(await screen.findAllByRole('heading', { name: 'Here it is' })).toHaveLength(2);
  expect([first.line.asked, second.line.asked]).toEqual([1, 2]);
});

test('a part of a page that is loaded later does not hide the rest while its texts are fetched', async () => {
  const Part = () => <p>{useTranslation('receipt').t('title')}</p>;
  function Form() {
    const [email, setEmail] = useState('');
    const [more, show] = useState(false);
    return (
      <>
        <input aria-label="Email" value={email} onChange={(e) => setEmail(e.target.value)} />
        <button onClick={() => show(true)}>More</button>
        {more && <Part />}
      </>
    );
  }
  const { Page } = fetchedPage(() => Promise.resolve(Form), ['receipt']);
  renderPart(<Page />);
  fireEvent.click(await screen.findByRole('button', { name: 'More' }));
  const field = screen.getByRole('textbox', { name: 'Email' });
  fireEvent.change(field, { target: { value: 'e' } });
  expect(field).toBeVisible();
  expect(field).toHaveValue('e');
});
