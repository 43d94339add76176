import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { freshBrowser, renderPart } from '../../test/render-app';
import { ArchiveArea } from './archive-area';

const sent: Blob[] = [];
/** A field's `accept` limits only the file picker; a drop can contain any file. */
const user = userEvent.setup({ delay: null, applyAccept: false });
beforeEach(async () => {
  sent.length = 0;
  await freshBrowser();
});
const show = () =>
  renderPart(
    <ArchiveArea
      title="Files"
      hint="A folder"
      tooBig="Too big"
      maxBytes={1_000}
      accept=".zip"
      send={(file) => {
        sent.push(file);
        return Promise.resolve();
      }}
    />,
  );
const bring = async (name: string, content: string) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no field for a file');
  await user.upload(input, new File([content], name));
};

test('a file that is no ZIP archive is not sent, and the page explains how to make one', async () => {
  show();
  await screen.findByText('Choose a ZIP archive');
  await bring('index.html', '<!doctype html>');
  const notice = await screen.findByRole('alert', { name: /index\.html.* is no ZIP archive/ });
  expect(notice).toHaveTextContent('one file that holds a whole folder');
  expect(notice).toHaveTextContent('Compress');
  await waitFor(() => expect(notice).toHaveFocus());
  expect(sent).toEqual([]);

  await bring('study.zip', 'PK\x03\x04 and so on');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.type).toBe('application/zip');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a ZIP archive that is too big is refused, whatever its name', async () => {
  show();
  await screen.findByText('Choose a ZIP archive');
  await bring('study', `PK\x03\x04${'x'.repeat(1_000)}`);
  expect(await screen.findByRole('alert')).toHaveTextContent('Too big');
  expect(sent).toEqual([]);
});
