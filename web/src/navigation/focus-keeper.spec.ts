import { waitFor } from '@testing-library/react';
import { restoreLostFocus } from './focus-keeper';

let end: () => void;
beforeEach(() => {
  end = restoreLostFocus();
});
afterEach(() => {
  end();
  document.body.replaceChildren();
});

const page = (html: string) => {
  document.body.innerHTML = html;
};
const find = (selector: string) => document.querySelector<HTMLElement>(selector) as HTMLElement;
const focused = () => document.activeElement?.textContent;
const becomes = (text: string) => waitFor(() => expect(focused()).toBe(text));

describe('keeper of the keyboard focus', () => {
  it('moves the focus to the heading of the section whose button was removed', async () => {
    page('<main><h1>Study</h1><section><h2>Your place</h2><button>Enrol</button></section></main>');
    find('button').focus();
    find('button').remove();
    await becomes('Your place');
  });

  it('moves the focus to the page’s heading when the section was removed, and to that of the next page', async () => {
    page(
      '<main><div><h1>Loading</h1><section><h2>A</h2><a href="#">Open</a></section></div></main>',
    );
    find('a').focus();
    find('section').remove();
    await becomes('Loading');
    find('main').innerHTML = '<h1>Arrived</h1>';
    await becomes('Arrived');
  });

  it('restores the focus from before a dialog, or moves it to the heading if that element was removed', async () => {
    page('<main><h1>Study</h1><aside><h2>Seats</h2><button id="a">Read</button></aside></main>');
    find('#a').focus();
    const dialog = document.createElement('div');
    dialog.setAttribute('role', 'dialog');
    dialog.innerHTML = '<h2>Consent</h2><button id="agree">Agree</button>';
    document.body.append(dialog);
    find('#agree').focus();
    dialog.remove();
    await becomes('Read');
    document.body.append(dialog);
    find('#agree').focus();
    find('#a').remove();
    dialog.remove();
    await becomes('Seats');
  });

  it('moves the focus within the row, form or toolbar, not to the top of the page', async () => {
    page(
      `<main><h1>Session</h1><ul><li><input id="row" /><button id="undo">Undo</button></li></ul>
      <form><textarea id="text"></textarea><button id="send">Send</button></form>
      <div role="toolbar"><input id="all" /><button id="approve">Approve 3</button></div></main>`,
    );
    for (const [gone, next] of [
      ['#undo', 'row'],
      ['#send', 'text'],
      ['#approve', 'all'],
    ] as const) {
      find(gone).focus();
      find(gone).remove();
      await waitFor(() => expect(document.activeElement?.id).toBe(next));
    }
  });

  it('restores the earlier focus when a complete notice was removed', async () => {
    page(
      '<main><h1>Session</h1><button id="a">Choose</button><div><button>Undo</button></div></main>',
    );
    find('#a').focus();
    find('div button').focus();
    find('div').remove();
    await becomes('Choose');
  });

  it('waits for a busy button, and focuses it when it is enabled again', async () => {
    page('<main><h1>Form</h1><form><button>Save</button></form></main>');
    const button = find('button') as HTMLButtonElement;
    button.focus();
    button.dataset.loading = 'true';
    // jsdom leaves the focus on a disabled button, browsers do not.
    button.blur();
    button.disabled = true;
    await new Promise((over) => setTimeout(over, 100));
    expect(document.activeElement).toBe(document.body);
    delete button.dataset.loading;
    button.disabled = false;
    await becomes('Save');
  });

  it('does not move the focus after a click beside all controls', async () => {
    page('<main><h1>Form</h1><button>Save</button><p>Text</p></main>');
    find('button').focus();
    find('p').dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
    find('button').blur();
    find('p').remove();
    await new Promise((over) => setTimeout(over, 100));
    expect(document.activeElement).toBe(document.body);
  });

  it('does not move the focus when it is on an existing element', async () => {
    page('<main><h1>Form</h1><input /><button>Save</button></main>');
    find('button').focus();
    find('input').focus();
    find('button').remove();
    await new Promise((over) => setTimeout(over, 100));
    expect(document.activeElement).toBe(find('input'));
  });
});
