import type { AccessPolicy } from '../access/access-policies';

export const studyFilesPolicies: readonly AccessPolicy[] = [
  {
    name: 'study_version.see',
    means: 'The people of a study see its versions and preview them; all others are refused.',
    decidedBy: 'thing',
  },
  {
    name: 'study_version.change',
    means: 'Owner and editors add and delete versions; all others are refused.',
    decidedBy: 'thing',
  },
];
