import { screen, within } from '@testing-library/react';
import type { HostedRuntime } from '../../../../../contracts/study-files/hosted-runtime';
import type { Rehearsal } from '../../../../../contracts/runtime/rehearsals';
import type { Study } from '../../../../../contracts/studies/studies';
import { aStudy } from '../../../test/a-study';
import { fakeServer } from '../../../test/fake-server';
import { aVersion, launchDialogRoutes } from '../../../test/launched-version';
import { freshBrowser, renderPart } from '../../../test/render-app';
import { RuntimeSummary } from './runtime-summary';

const id = (n: number) => `0193a1b2-0000-7000-8000-00000000000${n}`;
const built: HostedRuntime = {
  kind: 'builder',
  version_id: id(1),
  sha256: 'b'.repeat(64),
  entry: 'index.html',
  resume: { mode: 'trial', hours: 48 },
  hosts: [],
  needs: [],
  expected_records: null,
  conditions: null,
};
const first = aVersion({ _id: id(1) });
const second = aVersion({ _id: id(2), number: 2, created_at: '2026-11-25T10:00:00.000Z' });
const rehearsal = (version_id: string, completed: number): Rehearsal => ({
  _id: id(5),
  study_id: aStudy()._id,
  version_id,
  mode: 'data-only',
  participants: 4,
  runs: [],
  summary: {
    completed,
    records: null,
    expected: null,
    ms: null,
    answers_ms: null,
    lost: 0,
    conditions: [],
    not_simulated: [],
    passed_pages: [],
    errors: [],
  },
  made_at: '2026-11-26T10:00:00.000Z',
  expires_at: '2026-12-03T10:00:00.000Z',
});
const show = (
  runtime: NonNullable<Study['runtime']>,
  more: Partial<Study> = {},
  ...of: Parameters<typeof launchDialogRoutes> extends [string, ...infer Rest] ? Rest : never
) => {
  const study = aStudy({ runtime, maximum_minutes: 4_000, requirements: [], ...more });
  fakeServer(launchDialogRoutes(id(1), ...of));
  renderPart(<RuntimeSummary study={study} runtime={runtime} onLeave={() => undefined} />);
};
/** Finds the value that the page shows beside a name. */
const row = async (name: string) => {
  const term = await screen.findByText(name);
  return within(term.nextElementSibling as HTMLElement);
};
beforeEach(() => freshBrowser());

test.each<[NonNullable<Study['runtime']>, string]>([
  [built, 'Here, made with the builder'],
  [{ ...built, kind: 'hosted' }, 'Here, with the files that you uploaded'],
  [{ kind: 'external', url: 'https://a.example/s' }, 'On another website: https://a.example/s'],
  [{ kind: 'onsite', place: 'Room 1' }, 'On site, at slots that people book: Room 1'],
  [{ kind: 'video' }, 'By video, at slots that people book'],
  [
    { kind: 'notes', completes: 'researcher' },
    'Another way, as your notes say. You note who has completed',
  ],
])('the launch dialog says how the study runs: %j', async (runtime, words) => {
  show(runtime);
  expect((await row('How it runs')).getByText(words)).toBeVisible();
});

test('the launched version is shown with its date, without a warning when there is no newer one', async () => {
  show(built);
  expect(await (await row('Version launched')).findByText(/^Version 1 · made .*20/)).toBeVisible();
  expect(screen.queryByRole('note')).toBeNull();
});

test.each([
  ['hosted', 'Go to the versions', `/experiments/details/${aStudy()._id}?tab=runs`],
  ['builder', 'Open the builder', `/experiments/build/${aStudy()._id}`],
] as const)(
  'a newer version of a %s study is shown as a warning with the link: %s',
  async (kind, name, href) => {
    show({ ...built, kind }, {}, [second, first]);
    const note = within(
      await screen.findByRole('note', { name: 'Version 2 is newer and is not launched' }),
    );
    expect(note.getByRole('link', { name })).toHaveAttribute('href', href);
  },
);

test.each([
  [null, true],
  [id(1), false],
])(
  'builder changes are a warning unless they are published, with %s as the published version: %s',
  async (published, told) => {
    show(built, {}, [first], [], {
      saved_at: '2026-11-27T10:00:00.000Z',
      published_version: published,
    });
    expect(await screen.findByText(/^Version 1 · /)).toBeVisible();
    expect(await screen.findByText(/No rehearsal of this version is known/)).toBeVisible();
    const note = () =>
      screen.queryByRole('note', { name: 'The builder has changes that are not launched' });
    if (told)
      expect(
        await screen.findByRole('note', { name: 'The builder has changes that are not launched' }),
      ).toBeVisible();
    else expect(note()).toBeNull();
  },
);

test.each([
  ['of this version', [rehearsal(id(1), 3)], false, /3 of 4 came to the end/],
  ['of another version', [rehearsal(id(2), 4)], false, /No rehearsal of this version is known/],
  ['that is deleted', [], true, /Yes, the result is deleted by now/],
])('a rehearsal %s is shown as such', async (_, rehearsals, rehearsed, words) => {
  show(built, {}, [{ ...first, rehearsed }], rehearsals);
  expect(await (await row('Rehearsed')).findByText(words)).toBeVisible();
});

test.each<[Study['requirements'], string]>([
  [[], 'All: computer, tablet and phone'],
  [['desktop', 'tablet', 'microphone'], 'Computer or Tablet · Needs a microphone'],
])('the allowed devices of %j are listed', async (requirements, words) => {
  show(built, { requirements });
  expect((await row('Devices allowed')).getByText(words)).toBeVisible();
});

test.each([
  [4_000, 'They go on with the next trial · within 48 hours'],
  [60, 'They go on with the next trial · until 60 minutes after the start'],
])(
  'with at most %i minutes and a resume time of 48 hours, the shorter one is shown',
  async (maximum_minutes, words) => {
    show(built, { maximum_minutes });
    expect((await row('After a reload')).getByText(words)).toBeVisible();
  },
);
