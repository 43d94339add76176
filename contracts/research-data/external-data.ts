import { z } from 'zod';
import { researchersOnly } from '../base/access';
import { endpoint } from '../base/endpoint';
import { QueryFlag, Id, IdParams, Instant } from '../base/fields';
import { externalDataFaults } from './external-data-faults';
import { encodings } from '../tables/encoding.rule';

/**
 * Limits of an uploaded CSV file with data that were collected elsewhere
 * (docs/decisions/external-studies.md).
 */
export const externalDataLimits = {
  bytes: 50_000_000,
  rows: 200_000,
  columns: 2_000,
  /** How many characters a value may have, and how many a heading may have. */
  cell: 100_000,
  heading: 300,
  name: 200,
  /** How many files of external data a study may have. */
  files: 20,
  /** The most errors, and the most participants without a row, that one answer lists. */
  listed: 100,
} as const;

/** Why a column may identify a participant, or reveal where they were or when they took part. */
export const personalDataReasons = [
  'name',
  'email',
  'phone',
  'place',
  'address',
  'agent',
  'time',
  'birth',
  'panel_id',
  'roster',
] as const;
export type PersonalDataReason = (typeof personalDataReasons)[number];

const Column = z.object({
  /** The column's number from 1, as spreadsheets count. */
  number: z.int(),
  name: z.string(),
  /** In how many rows the column has a value. */
  values: z.int(),
  /** The type of the column: `number` only if all its values are numbers. */
  type: z.enum(['number', 'text', 'empty']),
  /** Whether the column's numbers have decimal commas. */
  decimal_comma: z.boolean(),
  reason: z.enum(personalDataReasons).nullable(),
  /**
   * Whether an upload stores the column: because the researcher chose it, or because the researcher
   * chose none and nothing in the column identifies a person.
   */
  kept: z.boolean(),
  /** Whether the column cannot be chosen, because rows of the file belong to anonymous sessions. */
  refused: z.boolean(),
});
export type ExternalColumn = z.output<typeof Column>;

/** The result of the check of a file: what an upload would do, or why it would be refused. */
export const ExternalDataCheck = z
  .object({
    rows: z.int(),
    /** The number of header lines above the rows: three in an export of Qualtrics. */
    header_lines: z.int(),
    /** The encoding of the file; `windows-1252` is a guess. */
    encoding: z.enum(encodings),
    /**
     * The column with the pseudonym, and the one with the session; null where no such column was
     * found.
     */
    participant: z.int().nullable(),
    session: z.int().nullable(),
    columns: z.array(Column),
    /**
     * How many rows belong to participants of this study, and how many participants have such rows.
     */
    matched: z.int(),
    participants: z.int(),
    /**
     * How many rows belong to people who have withdrawn their data; an upload leaves these rows
     * out.
     */
    withdrawn: z.int(),
    /** How many rows have a pseudonym that no participant of this study has. */
    unknown: z.int(),
    /**
     * How many passages, such as times of day, an upload would remove from the texts in rows of
     * anonymous sessions.
     */
    withheld: z.int(),
    /**
     * How many people completed the study but have no row in the file. `missing` lists pseudonyms
     * of these people, at most a hundred.
     */
    without_row: z.int(),
    missing: z.array(z.string()),
    /**
     * The errors of the file. `line` is null for an error of the whole file. `description` is in
     * the language of the request.
     */
    faults: z.array(
      z.object({
        line: z.int().nullable(),
        column: z.int().nullable(),
        code: z.enum(externalDataFaults),
        description: z.string(),
      }),
    ),
    /** How many further faults there are that are not listed. */
    more: z.int(),
    /**
     * Whether the file fits the quota of the study's owner; if not, adding it would be refused
     * (`storage_full`).
     */
    fits: z.boolean(),
  })
  .meta({ id: 'OutsideCheck' });
export type ExternalDataCheck = z.output<typeof ExternalDataCheck>;

/**
 * A stored file of external data. Its counts describe the upload: they do not change when the
 * server later deletes rows of participants who withdrew.
 */
export const ExternalDataFile = z
  .object({
    _id: Id,
    name: z.string(),
    columns: z.array(z.string()),
    rows: z.int(),
    participants: z.int(),
    left_out: z.object({ withdrawn: z.int(), unknown: z.int() }),
    withheld: z.int(),
    added_at: Instant,
  })
  .meta({ id: 'OutsideFile' });
export type ExternalDataFile = z.output<typeof ExternalDataFile>;

const Place = z.coerce.number<number | string>().int().min(1).max(externalDataLimits.columns);
/** A list of column numbers, counted from 1 and written as `1-4,7`. */
const Places = z
  .string()
  .max(2_000)
  .regex(/^\d{1,4}(-\d{1,4})?(,\d{1,4}(-\d{1,4})?)*$/, { error: 'invalid' });
const access = { ...researchersOnly, policy: 'study_data.export' } as const;

export const addExternalData = endpoint('POST', '/api/studies/{id}/outside-data/', {
  summary:
    'Add data that an external study collected: a CSV, each row with the pseudonym that the link carried',
  access,
  params: IdParams,
  query: z.object({
    /** Whether to store nothing: the answer reports what an upload would do. */
    dry_run: QueryFlag.optional(),
    /**
     * The column with the pseudonyms. The link to the external study contains the pseudonym as a
     * parameter. By default, the server takes the column with the same name as this parameter.
     */
    participant: Place.optional(),
    session: Place.optional(),
    /**
     * The columns to add; by default, all except those that may reveal something about a
     * participant.
     */
    columns: Places.optional(),
    /** Whether a person may have several rows. */
    several: QueryFlag.optional(),
    /** Leaves out rows whose pseudonym belongs to no participant; without it, each such row is an error. */
    leave_unknown: QueryFlag.optional(),
    /** The id of a file that the upload replaces and that is deleted in the same transaction. */
    replaces: Id.optional(),
    /** The name of the file in the list and in the exports. */
    name: z.string().max(externalDataLimits.name).optional(),
  }),
  file: { type: 'text/csv', maxBytes: externalDataLimits.bytes },
  replies: { 200: ExternalDataCheck, 201: ExternalDataFile },
  errors: [
    'forbidden',
    'outside_data_refused',
    'outside_data_twice',
    'too_many_outside_files',
    'storage_full',
    'not_external',
  ],
});
export const listExternalData = endpoint('GET', '/api/studies/{id}/outside-data/', {
  summary: 'The data of a study that were collected elsewhere, by file',
  access,
  params: IdParams,
  replies: { 200: z.object({ items: z.array(ExternalDataFile), next_cursor: z.null() }) },
  errors: ['forbidden'],
});
export const deleteExternalData = endpoint('DELETE', '/api/studies/{id}/outside-data/{file}/', {
  summary: 'Delete a file with data that were collected elsewhere, and outdate the exports with it',
  access,
  params: z.strictObject({ id: Id, file: Id }),
  replies: { 204: null },
  errors: ['forbidden'],
});
