import { act, screen, waitFor, within } from '@testing-library/react';
import {
  addFileVersion,
  changeFile,
  changeFolder,
  deleteFile,
  deleteFolder,
  listFiles,
  listFolders,
  readFile,
  type ResourceFile,
  type ResourceFolder,
} from '../../../../contracts/resources/files';
import { listUploads } from '../../../../contracts/resources/uploads';
import { readStudyStorage } from '../../../../contracts/study-files/study-storage';
import { useAuth } from '../../lib/auth/auth.store';
import { emptyServerRoutes, distantFuture, profileRoute, aUser } from '../../test/common-answers';
import { type FakeRoute, fakeServer, on, refusal } from '../../test/fake-server';
import { freshBrowser, renderPage } from '../../test/render-app';
import { user } from '../../test/user';
import { aFile, aFolder, aResourceId } from './a-resource';

const root = aFolder(1, { parent_id: null, name: '' });
const faces = aFolder(2, { name: 'faces', files: 3 });

/** Gives elements a size: jsdom draws nothing, so the list would have no height and no lines. */
beforeAll(() => {
  for (const [name, size] of [
    ['clientHeight', 600],
    ['clientWidth', 1000],
  ] as const)
    Object.defineProperty(Element.prototype, name, { configurable: true, value: size });
  HTMLElement.prototype.scrollTo = () => undefined;
});
beforeEach(() => freshBrowser());

let files: ResourceFile[];
let folders: ResourceFolder[];
let bin: ResourceFile[];
let asked: ReturnType<typeof fakeServer>;

const routes = (): FakeRoute[] => [
  on(listFolders).answer(({ query }) => ({
    status: 200,
    body: { items: query.bin ? [] : folders },
  })),
  on(listFiles).answer(({ query: { folder, bin: isBin, text, cursor, limit = 500 } }) => {
    const all = (isBin ? bin : files).filter(
      (one) => (isBin || one.folder_id === folder) && one.name.includes(text ?? ''),
    );
    const from = Number(cursor ?? 0);
    const to = from + Number(limit);
    return {
      status: 200,
      body: {
        items: all.slice(from, to),
        next_cursor: to < all.length ? String(to) : null,
        count: all.length,
      },
    };
  }),
  on(listUploads).answer({ status: 200, body: { items: [] } }),
  on(readStudyStorage).answer({
    status: 200,
    body: { used_bytes: 5_000_000, launched_bytes: 0, most_bytes: 10_000_000_000 },
  }),
  on(deleteFile).answer(({ params }) => {
    const gone = files.find(({ _id }) => _id === params.id);
    files = files.filter((one) => one !== gone);
    if (gone) bin = [...bin, gone];
    return { status: 204 };
  }),
  on(deleteFolder).answer({ status: 204 }),
  on(changeFile).answer(({ params, body }) => {
    if (body.name === 'taken.png') return refusal('path_taken');
    const one = [...files, ...bin].find(({ _id }) => _id === params.id) ?? aFile(1);
    const { deleted: _, ...changes } = body;
    const changed: ResourceFile = { ...one, ...changes };
    files = [...files.filter(({ _id }) => _id !== params.id), changed];
    bin = bin.filter(({ _id }) => _id !== params.id);
    return { status: 200, body: changed };
  }),
  on(changeFolder).answer({ status: 200, body: faces }),
  on(readFile).answer(({ params }) => ({
    status: 200,
    body: {
      ...(files.find(({ _id }) => _id === params.id) ?? aFile(1)),
      uses: [{ study_id: aResourceId(77), title: 'Memory', path: 'img/a.png', version: 1 }],
    },
  })),
];
const show = async (address = '/resources', ...more: FakeRoute[]) => {
  asked = fakeServer(
    profileRoute(aUser({ is_researcher: true, organization: 'X', researcher_privilege: true })),
    ...more,
    ...routes(),
    emptyServerRoutes,
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage(address);
  await screen.findByRole('heading', { level: 1, name: 'Files' });
};
beforeEach(() => {
  files = [11, 12, 13].map((n) => aFile(n));
  folders = [root, faces];
  bin = [];
});
const line = (name: string | RegExp) => screen.findByRole('row', { name });
const focus = async (name: RegExp) => {
  const row = await line(name);
  act(() => row.focus());
};
const changes = () =>
  asked
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, body }) => [method, path, body]);

test('folders come first, and each line says kind, measure and size', async () => {
  await show();
  const [, first, second] = [await line(/faces/), ...screen.getAllByRole('row')].slice(1);
  expect(within(first as HTMLElement).getByText('3 entries')).toBeVisible();
  expect(second).toHaveTextContent('11.png');
  expect(second).toHaveTextContent('PNG picture');
  expect(second).toHaveTextContent('1,024 × 768');
  expect(screen.getByText('4 entries')).toBeVisible();
});

test('the list is one stop of Tab, and arrows, Shift and Space select', async () => {
  await show();
  await focus(/faces/);
  expect(screen.getAllByRole('row').filter((row) => row.tabIndex === 0)).toHaveLength(1);
  await user.keyboard('{ArrowDown}');
  expect(await line(/11\.png/)).toHaveFocus();
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  expect(screen.getByText('2 selected')).toBeVisible();
  await user.keyboard('{ArrowDown} ');
  expect(screen.getByText('3 selected')).toBeVisible();
  await user.keyboard('{Escape}');
  expect(screen.queryByText('3 selected')).toBeNull();
  await user.keyboard('{Control>}a{/Control}');
  expect(screen.getByText('4 selected')).toBeVisible();
});

test('Delete puts the selection into the bin, and Undo brings it back', async () => {
  await show();
  await focus(/11\.png/);
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}{Delete}');
  expect(await screen.findByText('2 entries are deleted')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('row', { name: /11\.png/ })).toBeNull());
  // The focus is on the line that has taken the place of the removed ones.
  await waitFor(async () => expect(await line(/13\.png/)).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await line(/11\.png/)).toBeVisible();
  expect(changes().at(-1)).toEqual(['PUT', `/api/files/${aResourceId(12)}/`, { deleted: false }]);
});

test("F2 renames; the field says that a name is taken, and keeps the person's text", async () => {
  await show();
  await focus(/12\.png/);
  await user.keyboard('{F2}');
  const field = await screen.findByRole('textbox', { name: 'Name' });
  expect(field).toHaveValue('12.png');
  await user.clear(field);
  await user.type(field, 'taken.png{Enter}');
  expect(await screen.findByText('This name is taken in this folder')).toBeVisible();
  expect(field).toHaveValue('taken.png');
  await user.clear(field);
  await user.type(field, 'a:b{Enter}');
  expect(await screen.findByText(/A name has no slashes/)).toBeVisible();
  await user.clear(field);
  await user.type(field, 'smile.png{Enter}');
  expect(await line(/smile\.png/)).toBeVisible();
});

test('Enter opens a folder and the details of a file', async () => {
  files.push(aFile(21, { folder_id: faces._id, name: 'within.png' }));
  await show();
  await focus(/faces/);
  await user.keyboard('{Enter}');
  await focus(/within\.png/);
  expect(screen.getByRole('navigation', { name: 'Folders above' })).toHaveTextContent('faces');
  await user.keyboard('{Enter}');
  const drawer = await screen.findByRole('dialog', { name: 'within.png' });
  expect(await within(drawer).findByText('1,024 × 768 pixels')).toBeVisible();
  expect(within(drawer).getByRole('link', { name: 'Memory' })).toHaveAttribute(
    'href',
    `/experiments/details/${aResourceId(77)}`,
  );
});

test('a moved file whose name is taken gets a number, and Undo moves it back under its own name', async () => {
  await show(
    '/resources',
    on(changeFile).answer(({ body }) =>
      body.folder_id === faces._id && body.name === undefined ? refusal('path_taken') : undefined,
    ),
  );
  await focus(/11\.png/);
  await user.pointer({ keys: '[MouseRight]', target: await line(/11\.png/) });
  await user.click(await screen.findByRole('menuitem', { name: 'Move' }));
  await user.click(await screen.findByRole('treeitem', { name: 'faces' }));
  await user.click(screen.getByRole('button', { name: 'Move here' }));
  await screen.findByText('“11.png” is moved');
  expect(changes().at(-1)?.[2]).toEqual({ folder_id: faces._id, name: '11 (2).png' });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(changes().at(-1)?.[2]).toEqual({ folder_id: root._id, name: '11.png' }),
  );
});

test('a picture that says where it was taken gets a version without the location in one click', async () => {
  files = [aFile(11, { facts: { width: 4, height: 3, notes: ['location', 'safari_old_avif'] } })];
  await show(
    `/resources?file=${aResourceId(11)}`,
    on(addFileVersion).answer({ status: 201, body: aFile(11, { version: 2 }) }),
  );
  expect(await screen.findByText('This picture says where it was taken.')).toBeVisible();
  expect(screen.getByText('Safari before version 16.4 does not show this picture.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Make a version without it' }));
  await screen.findByText('Version 2 does not say where the picture was taken');
  expect(changes()).toEqual([
    ['POST', `/api/files/${aResourceId(11)}/versions/`, { without: 'location' }],
  ]);
});

test('with ten thousand files, only the lines in view are drawn and their page is fetched', async () => {
  files = Array.from({ length: 10_000 }, (_, i) => aFile(i + 100));
  await show();
  expect(await screen.findByText('10,001 entries')).toBeVisible();
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
  expect(asked.filter(({ path }) => path === listFiles.path)).toHaveLength(1);
  expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '10002');
});

test('deleting for good asks once and says what is lost', async () => {
  bin = [aFile(31, { name: 'old.png', deleted_at: '2026-11-01T10:00:00Z' })];
  await show('/resources?view=bin');
  await user.click(await screen.findByRole('checkbox', { name: 'Select old.png' }));
  await user.click(screen.getByRole('button', { name: 'Delete for good' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete “old.png” for good?' });
  expect(dialog).toHaveTextContent('all their versions go');
  await user.click(within(dialog).getByRole('button', { name: 'Delete for good' }));
  await screen.findByText('“old.png” is deleted for good');
  expect(asked.find(({ method }) => method === 'DELETE')?.query.get('for_good')).toBe('true');
});

test('an empty list says what it is for', async () => {
  files = [];
  folders = [root];
  await show();
  expect(await screen.findByRole('heading', { name: 'A place for your stimuli' })).toBeVisible();
  expect(screen.getAllByRole('button', { name: 'Upload files' })).toHaveLength(1);
});
