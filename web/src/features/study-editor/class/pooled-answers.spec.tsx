import { screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { listClassStudies } from '../../../../../contracts/teaching/class-studies';
import {
  listPools,
  type DataPool,
  requestPooledExport,
} from '../../../../../contracts/teaching/templates';
import { aBuildingClass, aClassStudy, aTemplate } from '../../../test/class-building';
import { distantFuture } from '../../../test/common-answers';
import { fakeServer, on } from '../../../test/fake-server';
import { queryClient } from '../../../lib/query-client';
import { freshBrowser, renderPart } from '../../../test/render-app';
import { teachingId } from '../../../test/teaching';
import { user } from '../../../test/user';
import { PooledAnswers } from './pooled-answers';

const { study_id, title } = aTemplate();
const study = aClassStudy({ own: true, template: { study_id, title }, pooled: true });
const ready = {
  _id: teachingId(60),
  state: 'ready',
  format: 'csv',
  runs: 12,
  requested_at: '2026-11-20T10:00:00Z',
  expires_at: distantFuture,
  download_url: '/api/exports/x?signature=y',
} as const;
const aPool = (more: Partial<DataPool> = {}): DataPool => ({
  template_id: study_id,
  title,
  studies: 4,
  export: null,
  ...more,
});
let pools: DataPool[];
function show(pooled = true) {
  const asked = fakeServer(
    on(listClassStudies).answer({ status: 200, body: { items: [{ ...study, pooled }] } }),
    on(listPools).answer(() => ({ status: 200, body: { items: pools } })),
    on(requestPooledExport).answer(() => {
      pools = [aPool({ export: ready })];
      return { status: 202, body: aPool({ export: { ...ready, state: 'waiting' } }) };
    }),
  );
  renderPart(<PooledAnswers classroomId={aBuildingClass()._id} study={study._id} />);
  return asked;
}
beforeEach(async () => {
  await freshBrowser();
  await i18next.loadNamespaces('class-building');
});

test('the dataset of all groups is made, then downloaded', async () => {
  pools = [aPool()];
  const asked = show();
  await user.click(await screen.findByRole('button', { name: 'Make the dataset' }));
  expect(await screen.findByRole('button', { name: 'Download' })).toBeVisible();
  expect(screen.getByText(/4 studies · Ready/)).toBeVisible();
  expect(screen.getByText(/12 runs/)).toBeVisible();
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ template_id: study_id });
});

test('before the first launch, the page says when the dataset will be available', async () => {
  pools = [];
  show();
  expect(await screen.findByText(/once a study from this template is launched/)).toBeVisible();
});

test('a study whose answers are not pooled shows nothing about a dataset, and does not load pools', async () => {
  pools = [aPool()];
  const asked = show(false);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByText('Answers of all groups')).not.toBeInTheDocument();
  expect(asked.map(({ path }) => path.split('/').at(-2))).toEqual(['studies']);
});
