import { z } from 'zod';
import { signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import { IdParams } from '../base/fields';
import type { DocumentedOperation } from '../base/non-json-operations';
import { columnTypes, exportFormats, ExportOmissions } from './research-data';

const access = { ...signedIn, policy: 'rehearsal.read' } as const;

/**
 * A part of the table of a rehearsal's data. A cell is a JSON value, or null where the row has no
 * value in the column.
 */
export const RehearsalRows = z
  .object({
    columns: z.array(z.object({ name: z.string(), type: z.enum(columnTypes) })),
    /** The first rows of the table. */
    rows: z.array(z.array(z.json())),
    total_rows: z.int(),
    runs: z.int(),
    left_out: ExportOmissions,
    /**
     * Texts that trials showed, but recorded differently; the most frequent difference comes first.
     */
    disagree: z.array(
      z.object({ column: z.string(), recorded: z.string(), shown: z.string(), rows: z.int() }),
    ),
  })
  .meta({ id: 'RehearsalRows' });
export type RehearsalRows = z.output<typeof RehearsalRows>;

/**
 * Reads the rows of the table `data` that an export would contain: the rows of the simulated
 * participants that finished, or of all simulated participants if none finished.
 */
export const readRehearsalRows = endpoint('GET', '/api/rehearsals/{id}/rows/', {
  summary: 'The table of data that an export of these simulated participants has',
  access,
  params: IdParams,
  replies: { 200: RehearsalRows },
});

/**
 * Exports the data of the rehearsal's simulated participants as an archive. Its `manifest.json` and
 * the participant's code in each row say that the data come from a rehearsal.
 */
export const rehearsalExport: DocumentedOperation = {
  method: 'get',
  path: '/api/rehearsals/{id}/export/',
  summary: 'What a rehearsal recorded, as an export of the study has it',
  access,
  parameters: [
    {
      name: 'id',
      in: 'path',
      required: true,
      schema: { type: 'string', format: 'uuid' },
    },
    {
      name: 'format',
      in: 'query',
      required: false,
      schema: {
        type: 'string',
        enum: exportFormats.filter((one) => one !== 'bundle'),
        default: 'csv',
      },
    },
  ],
  replies: {
    200: {
      description: 'The archive',
      content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
    },
  },
  errors: ['not_found', 'unauthenticated', 'validation_failed', 'too_many_requests', 'too_large'],
};
