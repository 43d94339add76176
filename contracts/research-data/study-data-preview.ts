import { z } from 'zod';
import { studyBuildersOnly } from '../base/access';
import { endpoint } from '../base/endpoint';
import { IdParams } from '../base/fields';
import { columnTypes } from './research-data';

/** How much of the table `data` of an export one preview shows. */
export const dataPreviewLimits = {
  rows: 20,
  columns: 100,
  /** How many characters of a value are shown. */
  value: 200,
} as const;

const DataPreview = z
  .object({
    columns: z.array(
      z.object({
        name: z.string(),
        type: z.enum(columnTypes),
        description: z.string().nullable(),
        unit: z.string().nullable(),
      }),
    ),
    /** One value per column, written as in the export's table; null where the row has no value. */
    rows: z.array(z.array(z.string().nullable())),
    /** How many rows there are in total in the runs that the preview has read. */
    row_count: z.int(),
    /** How many finished runs the preview reads, and whether an export has more. */
    runs: z.int(),
    more_runs: z.boolean(),
    more_columns: z.boolean(),
  })
  .meta({ id: 'DataPreview' });
export type DataPreview = z.output<typeof DataPreview>;

/**
 * Returns the first rows of the data. They are the rows that an export by the caller would contain,
 * in an order that does not reveal when participants took part.
 */
export const previewStudyData = endpoint('GET', '/api/studies/{id}/data-preview/', {
  summary: 'The first rows of the study’s data, as an export of the same reader would have them',
  access: { ...studyBuildersOnly, policy: 'study_data.export' },
  params: IdParams,
  replies: { 200: DataPreview },
  errors: ['forbidden', 'too_many_requests', 'unavailable'],
});
