import { z } from 'zod';
import { pageSchemaOf } from '../base/fields';

/**
 * Filters of the researcher's own list: `current` is everything except archived studies, `ready` is studies that do
 * not recruit now.
 */
export const studyListFilters = ['current', 'draft', 'ready', 'recruiting', 'archived'] as const;
/**
 * The order of a researcher's list of their own studies: `newest` by creation, `changed` by the last change, `title`
 * from A to Z, `seats` by the seats taken in running sessions.
 */
export const studyOrders = ['newest', 'changed', 'title', 'seats'] as const;

/**
 * A page of search results. `alike`: no study contains the search text, so `items` are studies with
 * similar words.
 */
export const searchPageSchemaOf = <T extends z.ZodType>(item: T) =>
  pageSchemaOf(item).extend({ alike: z.literal(true).optional() });
