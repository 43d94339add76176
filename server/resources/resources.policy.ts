import type { AccessPolicy } from '../access/access-policies';

export const resourcesPolicies: readonly AccessPolicy[] = [
  {
    name: 'upload.own',
    means: 'A researcher sends, reads and gives up own uploads; those of others are not found.',
    decidedBy: 'thing',
  },
  {
    name: 'resource.read',
    means:
      'Its owner reads a file, and the people of studies and members of classrooms with which a folder above it is shared;' +
      ' to all others it is not there.',
    decidedBy: 'thing',
  },
  {
    name: 'resource.copy',
    means:
      'Its owner copies a file, and the people of studies and members of classrooms that may copy from a folder above it;' +
      ' other readers are refused.',
    decidedBy: 'thing',
  },
  {
    name: 'resource.change',
    means: 'Its owner changes, deletes and shares a file or folder; its readers are refused.',
    decidedBy: 'thing',
  },
];
