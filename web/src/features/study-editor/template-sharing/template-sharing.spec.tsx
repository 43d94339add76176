import { screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { listClassrooms } from '../../../../../contracts/teaching/classrooms';
import { teachingLimits } from '../../../../../contracts/teaching/limits';
import {
  readTemplateSharing,
  shareTemplate,
  type TemplateSharing as Sharing,
} from '../../../../../contracts/teaching/templates';
import { aStudy } from '../../../test/a-study';
import { type FakeRoute, fakeServer, on, refusal } from '../../../test/fake-server';
import { freshBrowser, renderPart } from '../../../test/render-app';
import { aClassroom, teachingId } from '../../../test/teaching';
import { fill, user } from '../../../test/user';
import { sharingRowsOf } from './sharing.rule';
import { TemplateSharing } from './template-sharing';

const taught = aClassroom({ role: 'instructor' });
const nothing: Sharing = { script: null, shares: [] };
const titleOf = new Map([
  [teachingId(2), 'Group A'],
  [teachingId(7), 'Group of a colleague'],
]);

const show = (
  sharing: Sharing,
  classrooms: readonly ReturnType<typeof aClassroom>[],
  ...routes: readonly FakeRoute[]
) => {
  const onDirty = jest.fn();
  const asked = fakeServer(
    ...routes,
    on(listClassrooms).answer({ status: 200, body: { items: [...classrooms], next_cursor: null } }),
    on(readTemplateSharing).answer({ status: 200, body: sharing }),
    on(shareTemplate).answer(({ body }) => ({
      status: 200,
      body: {
        script: body.script,
        shares: body.shares.map((one) => ({
          ...one,
          title: titleOf.get(one.classroom_id) ?? 'Another',
        })),
      },
    })),
  );
  renderPart(<TemplateSharing study={aStudy()} onDirty={onDirty} />);
  return { asked, onDirty };
};
const sent = (asked: ReturnType<typeof show>['asked']) =>
  asked.filter(({ method }) => method === 'PUT').map(({ body }) => body);
const save = () => user.click(screen.getByRole('button', { name: 'Save the sharing' }));

beforeEach(async () => {
  await freshBrowser();
  await i18next.loadNamespaces('classroom-studies');
});

test('a person who teaches no class sees nothing about templates, and nothing is fetched', async () => {
  const { asked } = show(nothing, []);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByText('Share as a template')).toBeNull();
});

test('a study is shared with a classroom, with pooled answers and with a script file dropped on the field', async () => {
  const { asked, onDirty } = show(nothing, [taught]);
  await user.click(await screen.findByRole('checkbox', { name: 'Group A' }));
  await user.click(screen.getByRole('switch', { name: 'Pool the answers of Group A' }));
  const script = screen.getByRole('group', { name: 'Analysis script' });
  const file = new File(['mean(rt)'], 'analysis.R');
  // jsdom cannot read the bytes of a file, so the test adds the method.
  Object.assign(file, {
    arrayBuffer: () => Promise.resolve(new TextEncoder().encode('mean(rt)').buffer),
  });
  await user.upload(script.querySelector('input[type=file]') as HTMLInputElement, file);
  await waitFor(() => expect(within(script).getByLabelText('Name')).toHaveValue('analysis.R'));
  expect(onDirty).toHaveBeenLastCalledWith(true);
  await save();
  await waitFor(() => expect(onDirty).toHaveBeenLastCalledWith(false));
  expect(sent(asked)).toEqual([
    {
      script: { name: 'analysis.R', text: 'mean(rt)' },
      shares: [{ classroom_id: teachingId(2), pooled: true }],
    },
  ]);
});

test('a pasted script needs a name before anything is sent', async () => {
  const { asked } = show(nothing, [taught]);
  await user.click(await screen.findByRole('checkbox', { name: 'Group A' }));
  await fill(screen.getByLabelText('Text'), 'mean(rt)');
  await save();
  expect(await screen.findByText('Fill this in')).toBeVisible();
  expect(sent(asked)).toEqual([]);
  await fill(screen.getByLabelText('Name'), 'analysis.R');
  await save();
  await waitFor(() => expect(sent(asked)).toHaveLength(1));
});

test('a file that is too large for a script is refused', async () => {
  show(nothing, [taught]);
  await user.click(await screen.findByRole('checkbox', { name: 'Group A' }));
  const script = screen.getByRole('group', { name: 'Analysis script' });
  const file = new File(['x'], 'data.csv');
  Object.defineProperty(file, 'size', { value: teachingLimits.scriptText * 4 + 1 });
  await user.upload(script.querySelector('input[type=file]') as HTMLInputElement, file);
  expect(await screen.findByText('data.csv is too large for a script')).toBeVisible();
  expect(within(script).getByLabelText('Name')).toHaveValue('');
});

test('a refused sharing keeps what was chosen, and shares of a colleague are sent unchanged', async () => {
  const ofColleague = { classroom_id: teachingId(7), title: 'Group of a colleague', pooled: true };
  const { asked } = show(
    { script: null, shares: [ofColleague] },
    [taught],
    on(shareTemplate).answer(refusal('classroom_closed', { description: 'It is archived.' })),
  );
  expect(
    await screen.findByRole('switch', { name: 'Pool the answers of Group of a colleague' }),
  ).toBeDisabled();
  await user.click(screen.getByRole('checkbox', { name: 'Group A' }));
  await save();
  expect(await screen.findByText('It is archived.')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'Group A' })).toBeChecked();
  expect(sent(asked)).toEqual([
    {
      script: null,
      shares: [
        { classroom_id: teachingId(7), pooled: true },
        { classroom_id: teachingId(2), pooled: false },
      ],
    },
  ]);
});

test('an archived classroom is offered only if it is on the list already', () => {
  const archived = { ...taught, state: 'archived' as const };
  expect(sharingRowsOf(nothing, [archived])).toEqual([]);
  const shares = [{ classroom_id: taught._id, title: 'Group A', pooled: false }];
  expect(sharingRowsOf({ script: null, shares }, [archived])).toEqual([
    { _id: taught._id, title: 'Group A', isOwn: false },
  ]);
});
