import { screen } from '@testing-library/react';
import { freshBrowser, renderPart } from '../../test/render-app';
import { user } from '../../test/user';
import { UnsavedChangesDialog } from './unsaved-changes.dialog';

describe('UnsavedChangesDialog', () => {
  beforeEach(() => freshBrowser());

  it('is closed as long as the person does not leave the page', () => {
    renderPart(<UnsavedChangesDialog leave={null} onClose={() => undefined} />);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['stays', 'Cancel', ['closed']],
    ['leaves', 'Leave without saving', ['closed', 'left']],
  ])('closes, and %s, at the button "%s"', async (_, name, expected) => {
    const events: string[] = [];
    renderPart(
      <UnsavedChangesDialog
        leave={() => void events.push('left')}
        onClose={() => void events.push('closed')}
      />,
    );
    expect(await screen.findByText('What you changed on this page will be lost.')).toBeVisible();
    await user.click(screen.getByRole('button', { name }));
    expect(events).toEqual(expected);
  });
});
