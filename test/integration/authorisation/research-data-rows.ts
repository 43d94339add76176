import { randomUUID } from 'node:crypto';
import * as bundle from '../../../contracts/research-data/bundle';
import * as outside from '../../../contracts/research-data/external-data';
import * as data from '../../../contracts/research-data/research-data';
import { readStudyTiming } from '../../../contracts/research-data/study-timing';
import { previewStudyData } from '../../../contracts/research-data/study-data-preview';
import * as variables from '../../../contracts/research-data/study-variables';
import { row, type ExpectedAnswer, type AuthorisationRow } from './row';

/**
 * The expected answers where the policy `study_data.export` decides about a draft, which only its
 * owner can find.
 */
const toOwner = (cell: ExpectedAnswer) =>
  ({ pending: cell, failed: cell, approved: cell, 'everybody else': 'not_found' }) as const;

export const researchDataMatrixRows: readonly AuthorisationRow[] = [
  row(data.requestStudyExport, toOwner(202), async (scene) => ({
    params: { id: await scene.study() },
    body: {},
  })),
  row(data.listStudyExports, toOwner(200), async (scene) => ({
    params: { id: await scene.study() },
  })),
  row(
    data.listStudyExports,
    { approved: 200, 'everybody else': 'forbidden' },
    async (scene) => ({ params: { id: (await scene.recruiting()).study_id } }),
    'of a study that everybody sees',
  ),
  row(readStudyTiming, toOwner(200), async (scene) => ({
    params: { id: await scene.study() },
  })),
  row(
    readStudyTiming,
    { approved: 200, 'everybody else': 'forbidden' },
    async (scene) => ({ params: { id: (await scene.recruiting()).study_id } }),
    'of a study that everybody sees',
  ),
  row(previewStudyData, toOwner(200), async (scene) => ({
    params: { id: await scene.study() },
  })),
  row(
    previewStudyData,
    { approved: 200, 'everybody else': 'forbidden' },
    async (scene) => ({ params: { id: (await scene.recruiting()).study_id } }),
    'of a study that everybody sees',
  ),
  row(variables.listStudyVariables, toOwner(200), async (scene) => ({
    params: { id: await scene.study() },
  })),
  row(
    variables.listStudyVariables,
    { approved: 200, 'everybody else': 'forbidden' },
    async (scene) => ({ params: { id: (await scene.recruiting()).study_id } }),
    'of a study that everybody sees',
  ),
  row(variables.describeStudyVariables, toOwner(200), async (scene) => ({
    params: { id: await scene.study() },
    body: {
      variables: [{ name: 'rt', description: 'Time', unit: 'ms', levels: [], version: null }],
    },
  })),
  row(bundle.importStudy, 'malformed_body', {}, 'without a file'),
  row(bundle.readImportedData, toOwner(200), async (scene) => ({
    params: { id: await scene.study() },
  })),
  row(
    outside.addExternalData,
    toOwner('malformed_body'),
    async (scene) => ({
      params: { id: await scene.study() },
    }),
    'without a file',
  ),
  row(outside.listExternalData, toOwner(200), async (scene) => ({
    params: { id: await scene.study() },
  })),
  row(outside.deleteExternalData, toOwner('not_found'), async (scene) => ({
    params: { id: await scene.study(), file: randomUUID() },
  })),
  row(bundle.deleteImportedData, toOwner(204), async (scene) => ({
    params: { id: await scene.study() },
  })),
];
