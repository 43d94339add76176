import type { AccessPolicy } from '../access/access-policies';

export const webhookPolicies: readonly AccessPolicy[] = [
  {
    name: 'webhook.own',
    means: 'Researchers see and change their own webhooks; others do not find them.',
    decidedBy: 'thing',
  },
  {
    name: 'webhook.create',
    means: 'For one study, if the researcher may read it; it is not found otherwise.',
    decidedBy: 'thing',
  },
];
