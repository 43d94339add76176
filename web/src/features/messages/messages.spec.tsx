import { screen, waitFor, within } from '@testing-library/react';
import {
  decideMessageReport,
  listMessageReports,
  type MessageReport,
  reportMessage,
} from '../../../../contracts/messages/message-reports';
import {
  broadcast,
  listBroadcasts,
  listConversations,
  listParticipantConversations,
  listStudyConversations,
  markRead,
  type Message,
  type ConversationMessages,
  readMessages,
  writeMessage,
} from '../../../../contracts/messages/messages';
import { readSession } from '../../../../contracts/enrolment/sessions';
import { useAuth } from '../../lib/auth/auth.store';
import { aSession } from '../../test/a-session';
import { emptyServerRoutes, distantFuture, profileRoute, aUser } from '../../test/common-answers';
import { fakeServer, on, refusal } from '../../test/fake-server';
import { freshBrowser, renderPage } from '../../test/render-app';
import { fill, user } from '../../test/user';

const id = (n: number) => `0193a1b2-0000-7000-8000-0000000001${n}`;
const [participation, study, session] = [id(10), id(11), id(12)];
const said = (position: number, from: Message['from'], text: string): Message => ({
  _id: id(20 + position),
  position,
  from,
  text,
  removed: false,
  day: '2026-11-23',
  at: null,
});
const about = (more: Partial<ConversationMessages> = {}): ConversationMessages => ({
  items: [],
  next_cursor: null,
  study_id: study,
  study_title: 'Naps',
  session_id: session,
  anonymous: true,
  confirmed: false,
  ended: false,
  tag: null,
  ...more,
});
const asResearcher = profileRoute(
  aUser({ is_researcher: true, organization: 'X', researcher_privilege: true }),
);
const signIn = () => useAuth.getState().signedIn('tok', distantFuture);
beforeEach(() => freshBrowser());

describe('the page of a conversation', () => {
  let page: ConversationMessages;
  const show = (start: ConversationMessages, refused?: 'conversation_ended') => {
    page = start;
    const asked = fakeServer(
      profileRoute(aUser()),
      ...emptyServerRoutes,
      on(readMessages).answer(() => ({ status: 200, body: page })),
      on(markRead).answer(() => ({ status: 204 })),
      on(reportMessage).answer(() => ({ status: 204 })),
      on(writeMessage).answer(({ body }) => {
        if (refused) return refusal(refused);
        const made = said(page.items.length + 1, 'participant', body.text);
        page = { ...page, confirmed: true, items: [made, ...page.items] };
        return { status: 201, body: made };
      }),
    );
    signIn();
    renderPage(`/messages/${participation}`);
    return asked;
  };
  const field = () => screen.findByRole('textbox', { name: 'Your message' });
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  const bodies = (asked: ReturnType<typeof show>, method: string) =>
    asked.filter((one) => one.method === method).map(({ body }) => body);

  test('in an anonymous study asks for a confirmation first, and sends only after it', async () => {
    const asked = show(about());
    await fill(await field(), 'Which room?');
    await press('Send');
    expect(screen.getByText('Please confirm this first')).toBeVisible();
    expect(bodies(asked, 'POST')).toEqual([]);
    await user.click(screen.getByRole('checkbox', { name: /ends the anonymity/ }));
    await press('Send');
    expect(await screen.findByText('Which room?', { selector: 'li div' })).toBeVisible();
    expect(bodies(asked, 'POST')).toEqual([{ text: 'Which room?', ends_anonymity: true }]);
    // The page asks for this confirmation only once.
    await waitFor(() => expect(screen.queryByRole('checkbox')).not.toBeInTheDocument());
    expect(await field()).toHaveValue('');
  });

  test('lists the oldest message first, and marks the messages as read once', async () => {
    const asked = show(
      about({ items: [said(2, 'researcher', 'Room 12'), said(1, 'participant', 'Which room?')] }),
    );
    const list = await screen.findByRole('list', { name: 'Messages, the oldest first' });
    expect(
      within(list)
        .getAllByText(/room/i)
        .map(({ textContent }) => textContent),
    ).toEqual(['Which room?', 'Room 12']);
    await waitFor(() => expect(bodies(asked, 'PUT')).toEqual([{ position: 2 }]));
  });

  test('keeps a text that could not be sent', async () => {
    show(about({ anonymous: false }), 'conversation_ended');
    await fill(await field(), 'Still here');
    await press('Send');
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(await field()).toHaveValue('Still here');
  });

  test('says when the conversation has ended, and then has no text field', async () => {
    show(about({ ended: true }));
    expect(await screen.findByText('This conversation has ended')).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });

  test('lets a message of the other side be reported with a reason', async () => {
    const asked = show(about({ items: [said(1, 'researcher', 'Rude words')] }));
    await user.click(await screen.findByRole('button', { name: 'Report' }));
    const dialog = await screen.findByRole('dialog', { name: 'Report this message' });
    await user.click(within(dialog).getByRole('button', { name: 'Report it' }));
    expect(bodies(asked, 'POST')).toEqual([]);
    await fill(within(dialog).getByRole('textbox'), 'It is rude');
    await user.click(within(dialog).getByRole('button', { name: 'Report it' }));
    await waitFor(() => expect(bodies(asked, 'POST')).toEqual([{ reason: 'It is rude' }]));
  });
});

test('the list marks unread conversations in words, and has a tab for each role', async () => {
  const line = { messages: 2, last_from: 'participant', last_day: '2026-11-23' } as const;
  const of = { study_id: study, study_title: 'Naps', session_id: session };
  fakeServer(
    asResearcher,
    ...emptyServerRoutes,
    on(listParticipantConversations).answer(() => ({
      status: 200,
      body: {
        items: [{ ...line, ...of, unread: false, participation_id: participation }],
        next_cursor: null,
      },
    })),
    on(listStudyConversations).answer(() => ({
      status: 200,
      body: {
        items: [{ ...line, ...of, unread: true, entry: 'entry', tag: 'a1b2c3d4e5f60718' }],
        next_cursor: null,
      },
    })),
  );
  signIn();
  renderPage('/messages');
  const own = await screen.findByRole('link', { name: 'Naps' });
  expect(own).toHaveAttribute('href', `/messages/${participation}`);
  expect(screen.getByText('You wrote last')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'From your studies' }));
  const other = await screen.findByRole('link', { name: 'Participant a1b2c3 (new)' });
  expect(other).toHaveAttribute('href', `/sessions/${session}/messages/entry`);
});

test('a message to many participants is sent to those in the chosen states, after a confirmation', async () => {
  const asked = fakeServer(
    asResearcher,
    ...emptyServerRoutes,
    on(readSession).answer(() => ({
      status: 200,
      body: aSession({ _id: session, privacy_level: 'anonymous' }),
    })),
    on(listConversations).answer(() => ({ status: 200, body: { items: [], next_cursor: null } })),
    on(listBroadcasts).answer(() => ({ status: 200, body: { items: [], next_cursor: null } })),
    on(broadcast).answer(({ body }) => ({
      status: 202,
      body: {
        _id: id(40),
        text: body.text,
        states: body.states,
        day: '2026-11-23',
        sent: 0,
        done: false,
      },
    })),
  );
  signIn();
  renderPage(`/sessions/${session}/messages`);
  await user.click(await screen.findByRole('button', { name: 'Write to many' }));
  const form = await screen.findByRole('region', { name: 'Write to many' });
  await fill(within(form).getByRole('textbox', { name: 'Your message' }), 'The room changed');
  await user.click(within(form).getByRole('button', { name: 'Send to all of them' }));
  expect(within(form).getByText('Please confirm this first')).toBeVisible();
  await user.click(within(form).getByRole('checkbox'));
  await user.click(within(form).getByRole('button', { name: 'Send to all of them' }));
  await waitFor(() =>
    expect(asked.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { text: 'The room changed', states: ['enrolled', 'started'], ends_anonymity: true },
    ]),
  );
});

test('an administrator sees only the reported message, and removes its text after a confirmation', async () => {
  let report: MessageReport = {
    _id: id(50),
    state: 'open',
    reported_by: 'participant',
    reason: 'It is rude',
    day: '2026-11-23',
    text: 'Rude words',
    study_id: study,
    study_title: 'Naps',
  };
  const asked = fakeServer(
    profileRoute(aUser({ role: 'ADMINISTRATOR' })),
    ...emptyServerRoutes,
    on(listMessageReports).answer(() => ({
      status: 200,
      body: { items: [report], next_cursor: null },
    })),
    on(decideMessageReport).answer(({ body }) => {
      report = { ...report, state: body.decision, text: '' };
      return { status: 200, body: report };
    }),
  );
  signIn();
  renderPage('/admin/messages');
  expect(await screen.findByText('Rude words')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove the text' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove this text?' });
  await user.click(within(dialog).getByRole('button', { name: 'Remove the text' }));
  expect(await screen.findByText('An administrator removed this text.')).toBeVisible();
  expect(asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { decision: 'removed' },
  ]);
});
