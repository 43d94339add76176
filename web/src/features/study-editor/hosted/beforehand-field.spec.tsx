import { screen } from '@testing-library/react';
import { useState } from 'react';
import type { PreloadSettings } from '../../../../../contracts/study-files/hosted-runtime';
import { freshBrowser, renderPart } from '../../../test/render-app';
import { user } from '../../../test/user';
import { PreloadField } from './beforehand-field';

let said: PreloadSettings | undefined;
function Field({ wrong }: { wrong?: readonly string[] }) {
  const [value, setValue] = useState<PreloadSettings>();
  const change = (next: PreloadSettings) => {
    said = next;
    setValue(next);
  };
  return <PreloadField value={value} onChange={change} wrong={wrong} />;
}
test('all files are preloaded unless the researcher chooses files by name, or none', async () => {
  await freshBrowser();
  renderPart(<Field />);
  expect(
    await screen.findByRole('radio', { name: 'All that its pages may ask for' }),
  ).toBeChecked();
  await user.click(screen.getByRole('checkbox', { name: /without a file that does not arrive/ }));
  expect(said).toEqual({ files: 'all', begins_without: true });
  await user.click(screen.getByRole('radio', { name: 'Those that you name' }));
  await user.type(
    screen.getByRole('combobox', { name: 'Files and folders' }),
    'stimuli/{Enter}a.png{Enter}',
  );
  expect(said).toEqual({ files: ['stimuli/', 'a.png'], begins_without: true });
  await user.click(screen.getByRole('radio', { name: 'None' }));
  expect(said).toEqual({ files: 'none', begins_without: true });
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
});

test('a file name may contain a comma, and the field lists names that are missing in the version', async () => {
  await freshBrowser();
  renderPart(<Field wrong={['runtime.beforehand.files.0', 'runtime.beforehand.files.2']} />);
  await user.click(await screen.findByRole('radio', { name: 'Those that you name' }));
  const names = screen.getByRole('combobox', { name: 'Files and folders' });
  await user.type(names, 'a,b.png{Enter}img/{Enter}c.png{Enter}');
  expect(said?.files).toEqual(['a,b.png', 'img/', 'c.png']);
  expect(names).toBeInvalid();
  expect(screen.getByText('Not in this version: a,b.png and c.png')).toBeVisible();
});
