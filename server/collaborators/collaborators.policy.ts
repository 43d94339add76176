import type { AccessPolicy } from '../access/access-policies';

export const collaboratorsPolicies: readonly AccessPolicy[] = [
  {
    name: 'collaborator.read',
    means: 'A study’s people see who else has a role in it; all others are refused.',
    decidedBy: 'thing',
  },
  {
    name: 'collaborator.manage',
    means:
      'The owner invites, changes roles, opens the roster, withdraws invitations and offers the study; no other role does.',
    decidedBy: 'thing',
  },
  {
    name: 'collaborator.answer',
    means:
      'A researcher answers an invitation; to a study of a class, those who build in that class, for whom alone there is one.',
    decidedBy: 'thing',
  },
  {
    name: 'collaborator.remove',
    means: 'The owner removes collaborators, who may also leave by themselves.',
    decidedBy: 'thing',
  },
];
