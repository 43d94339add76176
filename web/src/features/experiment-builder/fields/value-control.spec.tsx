import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import type { Json } from '../../../../../contracts/timeline/timeline-values';
import { freshBrowser, renderPart } from '../../../test/render-app';
import { ValueControl } from './value-control';

function Field({ seen }: { seen: (value: Json | undefined) => void }) {
  const [value, setValue] = useState<Json | undefined>('The ');
  return (
    <ValueControl
      name="prompt"
      label="Text below"
      describedBy=""
      parameter={{ type: 'string', array: false, required: false, description: '' }}
      value={value}
      columns={['word']}
      part={() => null}
      onChange={(next) => {
        setValue(next);
        seen(next);
      }}
    />
  );
}

test('inserting a column of the table into a text keeps the same input field', async () => {
  await freshBrowser();
  const seen: (Json | undefined)[] = [];
  renderPart(<Field seen={(value) => seen.push(value)} />);
  const field = await screen.findByRole('textbox', { name: 'Text below' });
  field.focus();
  fireEvent.change(field, { target: { value: 'The {{word}}' } });
  expect(seen.at(-1)).toEqual({ $text: 'The {{word}}' });
  expect(screen.getByRole('textbox', { name: 'Text below' })).toBe(field);
  expect(field).toHaveFocus();
  expect(field).toHaveValue('The {{word}}');
});
