import type { Erasure } from '../platform/context';
import { archiveOwnerStudies } from './archive-owner-studies';

/** Research outlives its owner, archived. */
export const studiesErasure: Erasure = {
  prepare: (tx, accountId, { minute }) => archiveOwnerStudies(tx, accountId, minute),
};
