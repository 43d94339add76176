import { z } from 'zod';
import { signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Id, IdParams, Instant, PageQuery, pageSchemaOf } from '../base/fields';

/**
 * `expired`: the server deleted the bytes of the export because of its age, or because a person
 * whom it names was erased. The list shows an expired export for a month, or until its owner
 * requests another export.
 */
export const DataExport = z
  .object({
    _id: Id,
    state: z.enum(['waiting', 'running', 'ready', 'failed', 'expired']),
    progress: z.int().min(0).max(100),
    size: z.int().nullable(),
    requested_at: Instant,
    ready_at: Instant.nullable(),
    expires_at: Instant,
    /** The address of the file, valid for ten minutes; read the export again to get a new one. */
    download_url: z.string().nullable(),
  })
  .meta({ id: 'DataExport' });
export type DataExport = z.output<typeof DataExport>;

export const requestExport = endpoint('POST', '/api/exports/', {
  summary: 'Ask for a copy of everything held about oneself',
  access: signedIn,
  replies: { 202: DataExport },
  errors: ['export_under_way'],
});
export const listExports = endpoint('GET', '/api/exports/', {
  summary: 'The own copies',
  access: signedIn,
  replies: { 200: pageSchemaOf(DataExport) },
});
export const readExport = endpoint('GET', '/api/exports/{id}/', {
  summary: 'One own copy, and where to download it',
  access: { ...signedIn, policy: 'export.own' },
  params: IdParams,
  replies: { 200: DataExport },
});
export const deleteExport = endpoint('DELETE', '/api/exports/{id}/', {
  summary: 'Throw a copy away',
  access: { ...signedIn, policy: 'export.own' },
  params: IdParams,
  replies: { 204: null },
});

/**
 * A record that a researcher saw the caller's name in a study (docs/domain.md, 4). There is one
 * line for each researcher, session and day (UTC); `at` is the first time of that day. `times` is
 * always 1. The field still exists because some clients show it.
 */
export const RosterAccess = z
  .object({
    _id: Id,
    at: Instant,
    times: z.int().min(1),
    study: z.object({ _id: Id, title: z.string() }).nullable(),
    researcher: z
      .object({
        _id: Id,
        first_name: z.string(),
        last_name: z.string(),
        organization: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'RosterAccess' });
export const listRosterAccesses = endpoint('GET', '/api/roster-accesses/', {
  summary: 'Who opened a roster with the own name',
  access: signedIn,
  query: z.object(PageQuery),
  replies: { 200: pageSchemaOf(RosterAccess) },
});
