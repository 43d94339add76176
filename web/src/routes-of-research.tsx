import { row, type Row } from './navigation/row';

/** The screens of researchers and administrators (routes.tsx). */
export const researchRoutes: readonly Row[] = [
  row(
    '/experiments',
    'researcher',
    async () => (await import('./features/studies/list/experiments.page')).ExperimentsPage,
    ['own-studies', 'studies', 'study-editor', 'collaborators', 'archive'],
  ),
  row(
    '/experiments/details/:id',
    'researcher',
    async () => (await import('./features/studies/editor/editor.page')).EditorPage,
    [
      'studies',
      'study-editor',
      'study-draft',
      'hosted-study',
      'outside-data',
      'archive',
      'rehearsals',
      'conditions',
      'consent-templates',
      'consent-versions',
      'collaborators',
      'eligibility',
      'demographics',
      'dates',
      'sessions',
    ],
  ),
  row(
    '/experiments/build/:id',
    'researcher',
    async () => (await import('./features/studies/editor/builder/build.page')).BuildPage,
    ['builder', 'study-draft', 'studies', 'archive'],
    { layout: 'empty' },
  ),
  row(
    '/sessions/dashboard',
    'researcher',
    async () => (await import('./features/sessions/dashboard.page')).DashboardPage,
    ['sessions', 'dates'],
  ),
  row(
    '/sessions/:id',
    'researcher',
    async () => (await import('./features/session-page/session.page')).SessionPage,
    ['session-page', 'sessions', 'conditions', 'studies', 'participation', 'dates'],
  ),
  row(
    '/sessions/:id/external',
    'researcher',
    async () =>
      (await import('./features/external-returns/external-returns.page')).ExternalReturnsPage,
    ['external-returns'],
  ),
  row(
    '/sessions/:id/slots',
    'researcher',
    async () => (await import('./features/slots/slots.page')).SlotsPage,
    ['slots', 'sessions', 'participation', 'dates'],
  ),
  row(
    '/sessions/:id/messages',
    'researcher',
    async () => (await import('./features/messages/session-messages.page')).SessionMessagesPage,
    ['messages', 'participation', 'sessions'],
  ),
  row(
    '/sessions/:id/messages/:entry',
    'researcher',
    async () => (await import('./features/messages/conversation.page')).ParticipantConversationPage,
    ['messages'],
  ),
  row(
    '/webhooks',
    'researcher',
    async () => (await import('./features/webhooks/webhooks.page')).WebhooksPage,
    ['webhooks'],
  ),
  row(
    '/api-tokens',
    'researcher',
    async () => (await import('./features/api-tokens/api-tokens.page')).ApiTokensPage,
    ['api-tokens'],
  ),
  row(
    '/reviews',
    'administrator',
    async () => (await import('./features/reviews/reviews.page')).ReviewsPage,
    ['reviews', 'dates'],
  ),
  row(
    '/admin/users',
    'administrator',
    async () => (await import('./features/administration/users.page')).UsersPage,
    ['administration'],
  ),
  row(
    '/admin/sso',
    'administrator',
    async () => (await import('./features/administration/sso.page')).SsoPage,
    ['administration'],
  ),
  row(
    '/admin/messages',
    'administrator',
    async () => (await import('./features/messages/reports.page')).ReportsPage,
    ['messages'],
  ),
  row(
    '/admin/audit',
    'administrator',
    async () => (await import('./features/administration/audit.page')).AuditPage,
    ['administration', 'dates'],
  ),
];
