import { screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import {
  readSharing,
  type SharedFolder,
  shareFolder,
} from '../../../../../contracts/resources/folder-sharing';
import { listStudies } from '../../../../../contracts/studies/studies';
import { listClassrooms } from '../../../../../contracts/teaching/classrooms';
import { emptyList } from '../../../test/common-answers';
import { type FakeRoute, fakeServer, on, refusal } from '../../../test/fake-server';
import { freshBrowser, renderPart } from '../../../test/render-app';
import { aClassroom, teachingId } from '../../../test/teaching';
import { user } from '../../../test/user';
import { aFolder, aResourceId } from '../a-resource';
import { ShareDialog } from './share.dialog';
import { permissionsByShareTarget, shareLinesOf, folderSharesOf } from './share-places.rule';

const folder = aFolder(2, { name: 'faces' });
const memory: SharedFolder = { study_id: aResourceId(77), may: 'copy', title: 'Memory' };
const taught = aClassroom({ role: 'instructor' });

const show = (...routes: readonly FakeRoute[]) => {
  const onClose = jest.fn();
  const asked = fakeServer(
    ...routes,
    on(readSharing).answer({ status: 200, body: { items: [memory] } }),
    on(listStudies).answer({ status: 200, body: emptyList }),
    on(listClassrooms).answer(({ query }) => ({
      status: 200,
      body: {
        items: query.role === 'instructor' ? [taught] : [],
        next_cursor: null,
      },
    })),
  );
  renderPart(<ShareDialog folder={folder} onClose={onClose} />);
  return { asked, onClose };
};
beforeEach(async () => {
  await freshBrowser();
  await i18next.loadNamespaces('resources');
});

test('a folder is shared with a classroom, and stays shared with a study', async () => {
  const { asked, onClose } = show(
    on(shareFolder).answer(({ body }) => ({
      status: 200,
      body: { items: body.items.map((one) => ({ ...one, title: 'A title' })) },
    })),
  );
  await user.click(await screen.findByRole('checkbox', { name: 'Group A' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
    items: [
      { study_id: aResourceId(77), may: 'copy' },
      { classroom_id: teachingId(2), may: 'read' },
    ],
  });
});

test('a refused sharing keeps what was chosen', async () => {
  const { onClose } = show(
    on(shareFolder).answer(refusal('classroom_closed', { description: 'It is archived.' })),
  );
  await user.click(await screen.findByRole('checkbox', { name: 'Group A' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('It is archived.')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'Group A' })).toBeChecked();
  expect(onClose).not.toHaveBeenCalled();
});

test('an archived classroom cannot be chosen', async () => {
  show(
    on(listClassrooms).answer({
      status: 200,
      body: { items: [{ ...taught, state: 'archived' }], next_cursor: null },
    }),
  );
  await screen.findByRole('checkbox', { name: 'Memory' });
  expect(screen.queryByRole('checkbox', { name: 'Group A' })).toBeNull();
});

test('studies and classrooms that a folder is shared with come first, each once; the choice becomes shares again', () => {
  const own = [
    { _id: aResourceId(78), title: 'Other' },
    { _id: aResourceId(77), title: 'Memory' },
  ];
  expect(shareLinesOf('study', [memory], own).map(({ title }) => title)).toEqual([
    'Memory',
    'Other',
  ]);
  expect(shareLinesOf('classroom', [memory], [])).toEqual([]);
  expect(folderSharesOf(permissionsByShareTarget([memory]))).toEqual([
    { study_id: aResourceId(77), may: 'copy' },
  ]);
});
