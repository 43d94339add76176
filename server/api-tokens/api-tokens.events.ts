import { z } from 'zod';
import { Id } from '../../contracts/base/fields';

/** The events of this context. contracts/base/events.ts says what an event may contain. */
export const apiTokensEvents = {
  'api-tokens.token-made': z.strictObject({ account_id: Id, token_id: Id }),
} as const;

type ApiTokensEvents = typeof apiTokensEvents;

declare module '../../contracts/base/events' {
  interface EventSchemas extends ApiTokensEvents {}
}
