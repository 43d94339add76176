import { screen, waitFor, within } from '@testing-library/react';
import { listClassStudies } from '../../../../../../contracts/teaching/class-studies';
import { type Classroom, readClassroom } from '../../../../../../contracts/teaching/classrooms';
import {
  listPools,
  listTemplates,
  type DataPool,
  readTemplateSharing,
  requestPooledExport,
  shareTemplate,
  type Template,
} from '../../../../../../contracts/teaching/templates';
import { useAuth } from '../../../../lib/auth/auth.store';
import { saveFileFromAddress } from '../../../../lib/http/save-address';
import { aClassStudy } from '../../../../test/class-review';
import {
  emptyServerRoutes,
  distantFuture,
  profileRoute,
  aUser,
} from '../../../../test/common-answers';
import { type FakeRoute, fakeServer, on, refusal } from '../../../../test/fake-server';
import { freshBrowser, renderPage } from '../../../../test/render-app';
import { aClassroom, teachingId } from '../../../../test/teaching';
import { user } from '../../../../test/user';

jest.mock('../../../../lib/http/save-address', () => ({ saveFileFromAddress: jest.fn() }));

const template: Template = {
  study_id: teachingId(30),
  title: 'Stroop',
  description: 'Name the colours.',
  duration_minutes: 10,
  script: { name: 'analysis.R', text: 'mean(rt)' },
  pooled: true,
};
const exported = (state: 'running' | 'ready', url: string | null): DataPool['export'] => ({
  _id: teachingId(31),
  state,
  format: 'csv',
  runs: 12,
  requested_at: '2026-11-20T10:00:00Z',
  expires_at: distantFuture,
  download_url: url,
});
const pool: DataPool = {
  template_id: template.study_id,
  title: 'Stroop',
  studies: 3,
  export: null,
};

const show = (more: Partial<Classroom>, tab: string, ...routes: readonly FakeRoute[]) => {
  const asked = fakeServer(
    profileRoute(aUser({ is_researcher: true, researcher_privilege: true })),
    ...routes,
    on(readClassroom).answer({
      status: 200,
      body: aClassroom({ role: 'instructor', students_build: true, ...more }),
    }),
    on(listClassStudies).answer({ status: 200, body: { items: [] } }),
    on(listTemplates).answer({ status: 200, body: { items: [] } }),
    on(listPools).answer({ status: 200, body: { items: [] } }),
    emptyServerRoutes,
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage(`/classrooms/${teachingId(2)}${tab}`);
  return asked;
};
beforeEach(() => freshBrowser());

describe('the tab with the studies of a classroom', () => {
  it('is hidden when students build no studies and there are none', async () => {
    show({ students_build: false }, '');
    await screen.findByRole('tab', { name: 'Overview' });
    expect(screen.queryByRole('tab', { name: 'Studies' })).toBeNull();
  });

  it('is shown for studies of a class whose students no longer build studies', async () => {
    show(
      { students_build: false },
      '',
      on(listClassStudies).answer({ status: 200, body: { items: [aClassStudy()] } }),
    );
    expect(await screen.findByRole('tab', { name: 'Studies' })).toBeVisible();
  });

  it('says what to do next if there are no studies', async () => {
    show({}, '?tab=studies');
    expect(await screen.findByRole('heading', { name: 'No studies yet' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'To the assignments' })).toHaveAttribute(
      'href',
      `/classrooms/${teachingId(2)}?tab=assignments`,
    );
  });

  it('lists studies to review first, with their people, state and template', async () => {
    const approved = aClassStudy({
      _id: teachingId(40),
      title: 'Approved study',
      review: 'approved',
      recruiting: true,
      template: { study_id: template.study_id, title: 'Stroop' },
      pooled: true,
    });
    show(
      {},
      '?tab=studies',
      on(listClassStudies).answer({ status: 200, body: { items: [approved, aClassStudy()] } }),
    );
    const table = await screen.findByRole('table', { name: 'Studies of the class' });
    const [, first, second] = within(table).getAllByRole('row');
    expect(first).toHaveTextContent('Faces in a crowd');
    expect(first).toHaveTextContent('Ada Lovelace and Mary Somerville');
    expect(first).toHaveTextContent('Waits for review');
    expect(second).toHaveTextContent('ApprovedNovember 20, 2026Recruits nowStroopPooled answers');
    expect(screen.getByText('1 study to review')).toBeVisible();
    expect(within(table).getByRole('link', { name: 'Faces in a crowd' })).toHaveAttribute(
      'href',
      `/classrooms/${teachingId(2)}/studies/${teachingId(22)}`,
    );
  });
});

describe('a template of the classroom', () => {
  const templates = on(listTemplates).answer({ status: 200, body: { items: [template] } });
  const shared = {
    script: template.script,
    shares: [
      { classroom_id: teachingId(2), title: 'Group A', pooled: true },
      { classroom_id: teachingId(7), title: 'Group B', pooled: false },
    ],
  };
  const remove = async () => {
    await user.click(await screen.findByRole('button', { name: 'Remove the template “Stroop”' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  };

  it('can be removed from this classroom, and stays shared with others, with its script', async () => {
    const asked = show(
      {},
      '?tab=studies',
      templates,
      on(readTemplateSharing).answer({ status: 200, body: shared }),
      on(shareTemplate).answer({ status: 200, body: { ...shared, shares: [] } }),
    );
    await remove();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
      script: template.script,
      shares: [{ classroom_id: teachingId(7), pooled: false }],
    });
  });

  it('cannot be removed by an instructor who does not edit its study, and the page says why', async () => {
    show({}, '?tab=studies', templates, on(readTemplateSharing).answer(refusal('not_found')));
    await remove();
    expect(
      await screen.findByText('Only people who edit this study can stop sharing it'),
    ).toBeVisible();
  });

  it('is not removed by an assistant', async () => {
    show({ role: 'assistant' }, '?tab=studies', templates);
    expect(await screen.findByText('With the analysis script analysis.R')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Remove the template/ })).toBeNull();
  });
});

describe('the pooled answers of a template', () => {
  it('are made into one dataset in the chosen format', async () => {
    let now = pool;
    const asked = show(
      {},
      '?tab=studies',
      on(listPools).answer(() => ({ status: 200, body: { items: [now] } })),
      on(requestPooledExport).answer(() => {
        now = { ...pool, export: exported('ready', null) };
        return { status: 202, body: now };
      }),
    );
    expect(await screen.findByText('3 studies')).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Format'), 'JSON Lines');
    await user.click(screen.getByRole('button', { name: /^Make the dataset of all groups/ }));
    expect(await screen.findByText(/^Ready/)).toHaveTextContent('12 runs');
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      template_id: template.study_id,
      format: 'jsonl',
    });
  });

  it('are downloaded from an address that the page fetches at that moment', async () => {
    let url = 'https://files.example/old';
    show(
      {},
      '?tab=studies',
      on(listPools).answer(() => ({
        status: 200,
        body: { items: [{ ...pool, export: exported('ready', url) }] },
      })),
    );
    const button = await screen.findByRole('button', { name: /^Download the dataset/ });
    url = 'https://files.example/new';
    await user.click(button);
    await waitFor(() =>
      expect(saveFileFromAddress).toHaveBeenCalledWith('https://files.example/new'),
    );
  });

  it('are not requested twice while a dataset is made', async () => {
    show(
      {},
      '?tab=studies',
      on(listPools).answer({
        status: 200,
        body: { items: [{ ...pool, export: exported('running', null) }] },
      }),
    );
    expect(await screen.findByText(/^Being made/)).toBeVisible();
    expect(screen.getByRole('button', { name: /^Make the dataset/ })).toBeDisabled();
  });
});
