import { defineContext } from '../platform/context';
import { PurgeJob } from './purge.job';

export const processes = defineContext({
  name: 'processes',
  about: 'Use cases that need several contexts in one transaction.',
  jobs: [PurgeJob],
});
