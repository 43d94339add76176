import { screen, waitFor, within } from '@testing-library/react';
import { copyStudy, setStudyArchived } from '../../../../contracts/studies/own-studies';
import { listStudies, type OwnStudy, readStudy } from '../../../../contracts/studies/studies';
import { useAuth } from '../../lib/auth/auth.store';
import { aStudy, asResearcherStudy } from '../../test/a-study';
import { emptyServerRoutes, distantFuture, profileRoute, aUser } from '../../test/common-answers';
import { type FakeRoute, fakeServer, on, refusal } from '../../test/fake-server';
import { freshBrowser, renderPage } from '../../test/render-app';
import { fill, user } from '../../test/user';

const memory = {
  ...asResearcherStudy(aStudy({ title: 'Memory in noise', recruiting: true, state: 'ready' })),
  running: { sessions: 2, capacity: 40, taken: 12 },
};
const colours = {
  ...asResearcherStudy(aStudy({ _id: '0193a1b2-0000-7000-8000-000000000099', title: 'Colours' })),
};
const old = {
  ...asResearcherStudy(
    aStudy({ _id: '0193a1b2-0000-7000-8000-000000000098', title: 'An old one' }),
  ),
  state: 'archived' as const,
};
let asked: ReturnType<typeof fakeServer>;
let at: () => string;
/** A server with these studies, which it filters by state and by the beginning of the title. */
const show = async (address: string, all: OwnStudy[], ...routes: FakeRoute[]) => {
  asked = fakeServer(
    ...routes,
    profileRoute(aUser({ is_researcher: true, organization: 'X', researcher_privilege: true })),
    on(listStudies).answer(({ query: { state, text } }) => ({
      status: 200,
      body: {
        items: all.filter(
          (one) =>
            (state === 'archived') === (one.state === 'archived') &&
            one.title.startsWith(text ?? ''),
        ),
        next_cursor: null,
      },
    })),
    on(readStudy).answer({ status: 200, body: aStudy({ title: 'Copy of Colours' }) }),
    emptyServerRoutes,
  );
  useAuth.getState().signedIn('tok', distantFuture);
  ({ at } = renderPage(address));
  await screen.findByRole('heading', { level: 1, name: 'Your studies' });
};
const lists = () =>
  asked
    .filter(({ path }) => path === listStudies.path)
    .map(({ query }) => [query.get('state'), query.get('sort'), query.get('text')].join(' '));
const choose = async (what: string, option: string) => {
  await user.click(screen.getByRole('combobox', { name: what }));
  await user.click(await screen.findByRole('option', { name: option }));
};
const menuOf = async (title: string, entry: string) => {
  await user.click(screen.getByRole('button', { name: `Actions for ${title}` }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
};
beforeEach(() => freshBrowser());

test('a row shows how full all running sessions are together, as a bar and in words', async () => {
  await show('/experiments', [memory, colours]);
  expect(
    await screen.findByText('12 of 40 spots taken, in 2 running sessions'),
  ).toBeInTheDocument();
  expect(screen.getByText('No session runs')).toBeVisible();
  expect(lists()).toEqual(['current changed ']);
  expect(screen.getByText('2 studies')).toBeVisible();
});

test('search, state and order are kept in the address', async () => {
  await show('/experiments', [memory, colours, old]);
  await screen.findByRole('link', { name: 'Colours' });
  await fill(screen.getByRole('searchbox', { name: 'Search your studies' }), 'Col');
  await waitFor(() => expect(at()).toBe('/experiments?text=Col'));
  await waitFor(() => expect(screen.queryByRole('link', { name: memory.title })).toBeNull());
  await choose('Order', 'Most spots taken first');
  await choose('State', 'Archived');
  expect(at()).toBe('/experiments?text=Col&sort=seats&state=archived');
  await waitFor(() => expect(lists().at(-1)).toBe('archived seats Col'));
});

test('an address with search, state and order shows that list and ignores unknown values', async () => {
  await show('/experiments?text=An&state=archived&sort=shoes', [memory, old]);
  expect(await screen.findByRole('link', { name: 'An old one' })).toBeVisible();
  expect(screen.getByRole('searchbox')).toHaveValue('An');
  expect(lists()).toEqual(['archived changed An']);
});

test('the empty list shows how to begin, and an empty search result how to clear the search', async () => {
  await show('/experiments?text=octopus', []);
  expect(await screen.findByRole('heading', { name: 'No study matches' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear search and state' }));
  expect(
    await screen.findByRole('heading', { name: 'Your first study starts here' }),
  ).toBeVisible();
  expect(at()).toBe('/experiments');
  expect(screen.getByRole('searchbox')).toHaveValue('');
});

test('the slash key focuses the search, and the arrow keys move to and between the rows', async () => {
  await show('/experiments', [memory, colours]);
  const [first, second] = [
    await screen.findByRole('link', { name: memory.title }),
    screen.getByRole('link', { name: 'Colours' }),
  ];
  await user.keyboard('/');
  expect(screen.getByRole('searchbox')).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(first).toHaveFocus();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(second).toHaveFocus();
  await user.keyboard('{Home}');
  expect(first).toHaveFocus();
});

test('a copy is opened; a retry after a lost response uses the same key, and the next copy a different one', async () => {
  const made = aStudy({ title: 'Copy of Colours', _id: '0193a1b2-0000-7000-8000-000000000097' });
  let calls = 0;
  await show(
    '/experiments',
    [colours],
    on(copyStudy).answer(() =>
      ++calls === 1 ? refusal('unavailable') : { status: 201, body: made },
    ),
  );
  await screen.findByRole('link', { name: 'Colours' });
  await menuOf('Colours', 'Duplicate');
  expect(await screen.findByRole('alert')).toBeVisible();
  await menuOf('Colours', 'Duplicate');
  await waitFor(() => expect(at()).toBe(`/experiments/details/${made._id}`));
  const keys = asked
    .filter(({ path }) => path.endsWith('/copies/'))
    .map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
});

test('archiving asks first and shows a refusal; restoring an archived study needs no confirmation', async () => {
  await show(
    '/experiments',
    [memory, old],
    on(setStudyArchived).answer(({ body }) =>
      body.archived
        ? refusal('study_recruiting', { description: 'A session of it is open.' })
        : { status: 200, body: aStudy({ _id: old._id }) },
    ),
  );
  await screen.findByRole('link', { name: memory.title });
  await menuOf(memory.title, 'Archive');
  const dialog = await screen.findByRole('dialog', { name: 'Archive this study?' });
  await user.click(within(dialog).getByRole('button', { name: 'Archive study' }));
  expect(await within(dialog).findByText('A session of it is open.')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await choose('State', 'Archived');
  await screen.findByRole('link', { name: 'An old one' });
  await menuOf('An old one', 'Bring back');
  await waitFor(() =>
    expect(asked.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({
      archived: false,
    }),
  );
  await waitFor(() => expect(screen.getByRole('searchbox')).toHaveFocus());
});

test('students who build studies can import nothing, and their studies say that they are for the class', async () => {
  const ofClass = { ...colours, classroom_id: '0193a1b2-0000-7000-8000-000000000077' };
  await show('/experiments?import=1', [ofClass], profileRoute(aUser({ builds: true })));
  expect(await screen.findByText(/^For your class · about 20 minutes/)).toBeVisible();
  expect(screen.getByText(/The studies that you build for your class/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Import' })).not.toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.queryByText('No consent form yet')).not.toBeInTheDocument();
});
