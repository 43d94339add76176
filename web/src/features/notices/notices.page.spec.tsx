import { screen, waitFor, within } from '@testing-library/react';
import type { EndpointResponseBody } from '../../../../contracts/base/endpoint';
import {
  changeNoticePreferences,
  readNoticePreferences,
  unsubscribe,
} from '../../../../contracts/notices/notices';
import { useAuth } from '../../lib/auth/auth.store';
import { distantFuture, profileRoute, aUser } from '../../test/common-answers';
import { fakeServer, on, refusal } from '../../test/fake-server';
import { freshBrowser, renderPage } from '../../test/render-app';
import { user } from '../../test/user';

type Preferences = EndpointResponseBody<typeof readNoticePreferences>;
const atFirst: Preferences = {
  wanted: {
    reminder: true,
    slot_change: true,
    decision: true,
    session_closing: true,
    message: true,
    new_studies: false,
  },
  zone: null,
  quiet: null,
};
let stored: Preferences;
let asked: ReturnType<typeof fakeServer>;
let isRefused: boolean;

const show = async (start: Partial<Preferences> = {}) => {
  stored = { ...atFirst, ...start };
  isRefused = false;
  asked = fakeServer(
    profileRoute(aUser()),
    on(readNoticePreferences).answer(() => ({ status: 200, body: stored })),
    on(changeNoticePreferences).answer(({ body }) => {
      if (isRefused) return refusal('too_many_requests');
      const { wanted, zone, quiet } = body;
      stored = {
        wanted: { ...stored.wanted, ...wanted },
        zone: zone ?? stored.zone,
        quiet: quiet === undefined ? stored.quiet : quiet,
      };
      return { status: 200, body: stored };
    }),
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage('/profile/notices');
  await screen.findByRole('checkbox', { name: 'Reminders' });
};
const sent = () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body);
const box = (name: string) => screen.getByRole('checkbox', { name });
beforeEach(() => freshBrowser());

test('a choice is sent immediately and alone, and the page confirms that it is saved', async () => {
  await show();
  await user.click(box('Reminders'));
  await waitFor(() => expect(sent()).toEqual([{ wanted: { reminder: false } }]));
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(box('Reminders')).not.toBeChecked();
  expect(box('Decisions of the researchers')).toBeChecked();
});

test('a choice that is changed and changed back is sent three times, so that the last one is stored', async () => {
  await show();
  for (let n = 0; n < 3; n += 1) await user.click(box('Reminders'));
  await waitFor(() =>
    expect(sent()).toEqual([false, true, false].map((reminder) => ({ wanted: { reminder } }))),
  );
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(box('Reminders')).not.toBeChecked();
});

test('a choice that could not be saved is reset, and the page says that', async () => {
  await show();
  isRefused = true;
  await user.click(box('Reminders'));
  expect(await screen.findByText('That choice could not be saved')).toBeVisible();
  expect(box('Reminders')).toBeChecked();
});

test('enabling emails about new studies sets the browser’s time zone, which can be changed', async () => {
  await show();
  expect(screen.queryByLabelText('Time zone')).not.toBeInTheDocument();
  await user.click(box('New studies for you'));
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  await waitFor(() => expect(sent()).toEqual([{ wanted: { new_studies: true } }, { zone: own }]));
  const zone = await screen.findByRole('combobox', { name: 'Time zone' });
  await user.click(zone);
  await user.clear(zone);
  await user.type(zone, 'Apia');
  await user.click(await screen.findByRole('option', { name: 'Pacific/Apia' }));
  await waitFor(() => expect(sent()).toHaveLength(3));
  expect(sent()[2]).toEqual({ zone: 'Pacific/Apia' });
});

test('a chosen time zone is kept when emails about new studies are enabled again', async () => {
  await show({ zone: 'Pacific/Apia' });
  await user.click(box('New studies for you'));
  await waitFor(() => expect(sent()).toEqual([{ wanted: { new_studies: true } }]));
});

test('quiet hours start with the night as default, and two equal times are refused immediately', async () => {
  await show({ wanted: { ...atFirst.wanted, new_studies: true }, zone: 'Europe/Berlin' });
  await user.click(box('Quiet hours'));
  await waitFor(() => expect(sent()).toEqual([{ quiet: { from: '21:00', until: '08:00' } }]));
  await user.selectOptions(await screen.findByLabelText('Until'), '21:00');
  expect(await screen.findByRole('alert')).toHaveTextContent('from 21:00 until 21:00');
  expect(sent()).toHaveLength(1);
  await user.selectOptions(screen.getByLabelText('Until'), '06:30');
  await waitFor(() => expect(sent()[1]).toEqual({ quiet: { from: '21:00', until: '06:30' } }));
  expect(screen.queryByText(/would be none/)).not.toBeInTheDocument();
});

test('emails that are always sent are listed without a checkbox', async () => {
  await show();
  const always = screen.getByRole('region', { name: 'What always comes' });
  expect(within(always).getByText(/verification, passwords/)).toBeVisible();
  expect(within(always).queryByRole('checkbox')).not.toBeInTheDocument();
});

describe('the page of an unsubscribe link', () => {
  const open = (address: string, answer: 'reminder' | 'unknown' = 'reminder') => {
    asked = fakeServer(
      on(unsubscribe).answer(() =>
        answer === 'unknown'
          ? refusal('not_found')
          : { status: 200, body: { kind: 'reminder' as const } },
      ),
    );
    renderPage(address);
  };
  const posts = () => asked.filter(({ method }) => method === 'POST').map(({ body }) => body);

  test('asks for a confirmation without a sign-in, and says which emails are stopped', async () => {
    open('/unsubscribe#a-token_1');
    const stop = await screen.findByRole('button', { name: 'Stop these emails' });
    expect(posts()).toEqual([]);
    await user.click(stop);
    expect(await screen.findByText(/no more emails of this kind: Reminders/)).toBeVisible();
    expect(posts()).toEqual([{ token: 'a-token_1' }]);
    expect(screen.getByRole('link', { name: 'See all emails that come' })).toHaveAttribute(
      'href',
      '/profile/notices',
    );
  });

  test.each([['/unsubscribe'], ['/unsubscribe#nonsense'], ['/unsubscribe#%E0%A4%A']])(
    'reports that the link %s does not work',
    async (address) => {
      open(address, 'unknown');
      if (address.includes('#'))
        await user.click(await screen.findByRole('button', { name: 'Stop these emails' }));
      expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeVisible();
    },
  );
});
