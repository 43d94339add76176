import { DomainError } from '../platform/http/errors';
import type { AccessPolicy } from '../access/access-policies';

export const studyPolicies: readonly AccessPolicy[] = [
  {
    name: 'study.list',
    means:
      'Of the two lists on one path, the catalogue is for anyone, the own one for researchers.',
    decidedBy: 'request',
    decide: ({ person, query }) => {
      if ((query as { scope?: unknown }).scope !== 'mine') return;
      if (!person) throw new DomainError('unauthenticated');
      if (!person.is_researcher) throw new DomainError('forbidden');
    },
  },
  {
    name: 'study.read',
    means: 'Anyone reads a study that recruits or recruited; a draft is found by its owner alone.',
    decidedBy: 'thing',
  },
  {
    name: 'study.edit',
    means:
      'The owner changes a study. Others are refused where they may read it, and else do not find it.',
    decidedBy: 'thing',
  },
];
