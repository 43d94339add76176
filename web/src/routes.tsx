import type { FunctionComponent } from 'react';
import { fetchedPage, type FetchedPage } from './navigation/fetched-page';
import type { Access, Guarded } from './lib/navigation/guard.rule';

export interface Row extends Guarded, FetchedPage {
  path: string;
  layout: 'default' | 'empty';
}

/**
 * docs/specification.md, 2 as data: every screen, its permissions and its layout. Each page is a
 * file of its own, fetched with its texts when first visited.
 */
const row = (
  path: string,
  access: Access,
  load: () => Promise<FunctionComponent>,
  texts: readonly string[],
  more: Partial<Row> = {},
): Row => ({ path, access, layout: 'default', ...fetchedPage(load, texts), ...more });

export const routes: readonly Row[] = [
  row(
    '/',
    'public',
    async () => (await import('./features/home-page/landing.page')).LandingPage,
    ['landing'],
    { visitorsOnly: true },
  ),
  row(
    '/signin',
    'public',
    async () => (await import('./features/account/sign-in/sign-in.page')).SignInPage,
    ['account'],
    { visitorsOnly: true },
  ),
  row(
    '/signin/callback',
    'public',
    async () => (await import('./features/account/sign-in/callback.page')).ProviderArrivalPage,
    ['account'],
  ),
  row(
    '/signin/sso',
    'public',
    async () => (await import('./features/account/sign-in/callback.page')).OrganizationArrivalPage,
    ['account'],
  ),
  row(
    '/signup',
    'public',
    async () => (await import('./features/account/registration/sign-up.page')).SignUpPage,
    ['account'],
    { visitorsOnly: true },
  ),
  row(
    '/reset-password',
    'public',
    async () => (await import('./features/account/password/reset-password.page')).ResetPasswordPage,
    ['account'],
    { visitorsOnly: true },
  ),
  row(
    '/verify',
    'public',
    async () => (await import('./features/account/registration/verify.page')).VerifyPage,
    ['account'],
  ),
  row(
    '/logout',
    'public',
    async () => (await import('./features/account/sign-in/logout.page')).LogoutPage,
    ['account'],
  ),
  row(
    '/profile',
    'signed-in',
    async () => (await import('./features/account/profile/profile.page')).ProfilePage,
    ['account'],
  ),
  row(
    '/profile/privacy',
    'signed-in',
    async () => (await import('./features/data-rights/privacy.page')).PrivacyPage,
    ['data-rights'],
  ),
  row(
    '/demographics',
    'signed-in',
    async () => (await import('./features/demographics/demographics.page')).DemographicsPage,
    ['demographics', 'dates'],
  ),
  row(
    '/pricing',
    'public',
    async () => (await import('./features/misc/pricing.page')).PricingPage,
    ['pricing'],
  ),
  row(
    '/privacy',
    'public',
    async () => (await import('./features/operator/operator.page')).OperatorPage,
    ['operator'],
  ),
  row(
    '/terms',
    'public',
    async () => (await import('./features/operator/operator.page')).OperatorPage,
    ['operator'],
  ),
  row(
    '/mission',
    'public',
    async () => (await import('./features/operator/operator.page')).OperatorPage,
    ['operator'],
  ),
  row(
    '/people',
    'public',
    async () => (await import('./features/operator/operator.page')).OperatorPage,
    ['operator'],
  ),
  row(
    '/home',
    'signed-in',
    async () => (await import('./features/studies/catalogue/home.page')).HomePage,
    ['studies'],
  ),
  row(
    '/study/details/:id',
    'public',
    async () => (await import('./features/studies/enrolment/study.page')).StudyPage,
    ['studies'],
  ),
  row(
    '/researchers/:id',
    'public',
    async () => (await import('./features/studies/researcher/researcher.page')).ResearcherPage,
    ['studies'],
  ),
  row(
    '/history/participation',
    'signed-in',
    async () => (await import('./features/participation/history.page')).HistoryPage,
    ['participation'],
  ),
  row(
    '/history/receipts/:id',
    'signed-in',
    async () => (await import('./features/studies/receipt/receipt.page')).ReceiptPage,
    ['receipt', 'studies'],
    { layout: 'empty' },
  ),
  row(
    '/experiments',
    'researcher',
    async () => (await import('./features/studies/catalogue/experiments.page')).ExperimentsPage,
    ['studies', 'study-editor'],
  ),
  row(
    '/experiments/details/:id',
    'researcher',
    async () => (await import('./features/studies/editor/editor.page')).EditorPage,
    ['studies', 'study-editor', 'study-draft', 'eligibility', 'demographics', 'dates', 'sessions'],
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
    ['session-page', 'sessions', 'participation', 'dates'],
  ),
  row(
    '/sessions/:id/external',
    'researcher',
    async () =>
      (await import('./features/external-returns/external-returns.page')).ExternalReturnsPage,
    ['external-returns'],
  ),
  row(
    '/external/return',
    'public',
    async () => (await import('./features/external-returns/arrival.page')).ArrivalPage,
    ['external-returns'],
  ),
  row(
    '/sessions/:id/slots',
    'researcher',
    async () => (await import('./features/slots/slots.page')).SlotsPage,
    ['slots', 'participation'],
  ),
  row(
    '/webhooks',
    'researcher',
    async () => (await import('./features/webhooks/webhooks.page')).WebhooksPage,
    ['webhooks'],
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
    '/admin/audit',
    'administrator',
    async () => (await import('./features/administration/audit.page')).AuditPage,
    ['administration', 'dates'],
  ),
  row(
    '*',
    'public',
    async () => (await import('./features/misc/not-found.page')).NotFoundPage,
    [],
    { layout: 'empty' },
  ),
];
