import { act, screen } from '@testing-library/react';
import { freshBrowser, renderPart } from '../../../test/render-app';
import { VerificationMailNotice } from './mail-sent';

const filled = () =>
  [...document.querySelectorAll('.mantine-Button-root')].filter(
    (one) => (one.getAttribute('data-variant') ?? 'filled') === 'filled',
  );

beforeEach(async () => {
  await freshBrowser();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const none = () => undefined;

test('no button is highlighted while the email is on its way, and a link opens the mailbox', async () => {
  renderPart(
    <VerificationMailNotice
      email="ada@gmail.com"
      researcher={false}
      onWrongAddress={none}
      onAgain={() => Promise.resolve()}
    />,
  );
  await pass(1000);
  expect(screen.getByRole('link', { name: 'Open Gmail' })).toHaveAttribute(
    'href',
    'https://mail.google.com/',
  );
  expect(screen.getByRole('link', { name: 'Go to sign in' })).not.toHaveClass(
    'mantine-Button-root',
  );
  expect(filled()).toHaveLength(0);
});

test('after thirty seconds, a highlighted button sends the email again', async () => {
  const again = jest.fn(() => Promise.resolve());
  renderPart(
    <VerificationMailNotice
      email="ada@example.org"
      researcher={false}
      onWrongAddress={none}
      onAgain={again}
    />,
  );
  await pass(29_000);
  expect(screen.queryByRole('button', { name: 'Send it again' })).not.toBeInTheDocument();
  await pass(2000);
  const button = screen.getByRole('button', { name: 'Send it again' });
  expect(filled()).toEqual([button]);
  await act(async () => {
    button.click();
    await Promise.resolve();
  });
  expect(again).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('status')).toHaveTextContent('Sent again.');
});

test('without the password, the page does not offer to send the email again', async () => {
  renderPart(
    <VerificationMailNotice email="ada@example.org" researcher={false} onWrongAddress={none} />,
  );
  await pass(60_000);
  expect(screen.queryByRole('button', { name: 'Send it again' })).not.toBeInTheDocument();
  expect(screen.getByText(/After signing in you can have it sent again/)).toBeVisible();
});
