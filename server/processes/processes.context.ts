import { processesRateLimits } from './processes.rate-limits';
import { defineContext } from '../platform/context/context';
import { ProcessesModule } from './processes.module';
import { PurgeAccountsJob } from './purge.job';
import { ReviewConsumer } from './reviews/review.consumer';

export const processes = defineContext({
  name: 'processes',
  about: 'Use cases that need several contexts in one transaction.',
  modules: [ProcessesModule],
  controllers: async () => [
    (await import('./archive-study.controller.js')).ArchiveStudyController,
    (await import('./users/users.controller.js')).UsersController,
    (await import('./users/users-admin.controller.js')).UsersAdminController,
    (await import('./sign-in/identities.controller.js')).IdentitiesController,
    (await import('./sso-connections/saml-connections.controller.js')).SamlConnectionsController,
  ],
  consumers: { review: ReviewConsumer },
  limits: Object.values(processesRateLimits),
  jobs: [PurgeAccountsJob],
});
