import type { z } from 'zod';
import { type Conditions, conditionNameKey } from '../../../../contracts/study-files/conditions';
import { previewConditionPrefix } from '../../lib/preview-condition';

export type StudyConditionCell = z.input<typeof Conditions>['cells'][number];

/**
 * Makes the address hash that passes a condition to a preview. The condition has the same form as
 * in a run (server/runtime/conditions/draw-condition.ts).
 */
export const previewConditionHash = ({ name, values }: StudyConditionCell): string =>
  previewConditionPrefix +
  encodeURIComponent(JSON.stringify({ [conditionNameKey]: name, ...values }));
