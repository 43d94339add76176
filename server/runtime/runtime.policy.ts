import type { AccessPolicy } from '../access/access-policies';

export const runtimePolicies: readonly AccessPolicy[] = [
  {
    name: 'participation.run',
    means:
      'The participant alone starts a run of their participation, stores records and reads them.',
    decidedBy: 'thing',
  },
  {
    name: 'run.read',
    means:
      'The records of a run are found by those who read its data, once the list of runs has it (docs/domain.md, 4).',
    decidedBy: 'thing',
  },
];
