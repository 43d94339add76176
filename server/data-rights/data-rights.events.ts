import { z } from 'zod';
import { Id } from '../../contracts/base/fields';

const ofExport = z.strictObject({ account_id: Id, export_id: Id });

/** The events of this context. contracts/base/events.ts says what an event may contain. */
export const dataRightsEvents = {
  'identity.export-requested': ofExport,
  'identity.export-ready': ofExport,
  'identity.export-expired': ofExport,
} as const;

type DataRightsEvents = typeof dataRightsEvents;

declare module '../../contracts/base/events' {
  interface EventSchemas extends DataRightsEvents {}
}
