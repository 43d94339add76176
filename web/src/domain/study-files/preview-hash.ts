import type { z } from 'zod';
import { type Conditions, nameOfCondition } from '../../../../contracts/study-files/conditions';
import { conditionHash } from '../../lib/preview-condition';

export type Cell = z.input<typeof Conditions>['cells'][number];

/**
 * The address hash that passes a condition to a preview, in the form that a run has
 * (server/runtime/conditions/draw-condition.ts).
 */
export const previewHash = ({ name, values }: Cell): string =>
  conditionHash + encodeURIComponent(JSON.stringify({ [nameOfCondition]: name, ...values }));
