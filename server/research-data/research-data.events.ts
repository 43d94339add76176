import { z } from 'zod';
import { Id } from '../../contracts/base/fields';

/** The events of this context; what an event may contain: contracts/base/events.ts. */
export const researchDataEvents = {
  'research-data.export-requested': z.strictObject({ study_id: Id, export_id: Id }),
  /** Like `research-data.export-requested`, for the pool of a classroom and a template. */
  'research-data.pool-requested': z.strictObject({ classroom_id: Id, export_id: Id }),
} as const;

type ResearchDataEvents = typeof researchDataEvents;

declare module '../../contracts/base/events' {
  interface EventSchemas extends ResearchDataEvents {}
}
