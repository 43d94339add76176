import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import type { Access, Guarded } from './lib/guard.rule';

export interface Row extends Guarded {
  path: string;
  layout: 'default' | 'empty';
  Page: LazyExoticComponent<ComponentType>;
}

/** SPEC 2 as data: every screen, who may see it, and in which layout. Each page is its own file, fetched when first visited. */
const row = (path: string, access: Access, load: () => Promise<ComponentType>, more: Partial<Row> = {}): Row =>
  ({ path, access, layout: 'default', Page: lazy(async () => ({ default: await load() })), ...more });

export const routes: readonly Row[] = [
  row('/', 'public', async () => (await import('./features/home-page/landing.page')).LandingPage, { visitorsOnly: true }),
  row('/signin', 'public', async () => (await import('./features/account/sign-in.page')).SignInPage, { visitorsOnly: true }),
  row('/signin/callback', 'public', async () => (await import('./features/account/entering/arrival.page')).ProviderArrivalPage),
  row('/signin/sso', 'public', async () => (await import('./features/account/entering/arrival.page')).OrganizationArrivalPage),
  row('/signup', 'public', async () => (await import('./features/account/sign-up.page')).SignUpPage, { visitorsOnly: true }),
  row('/reset-password', 'public', async () => (await import('./features/account/reset-password.page')).ResetPasswordPage, { visitorsOnly: true }),
  row('/verify', 'public', async () => (await import('./features/account/verify.page')).VerifyPage),
  row('/logout', 'public', async () => (await import('./features/account/logout.page')).LogoutPage),
  row('/profile', 'signed-in', async () => (await import('./features/account/profile.page')).ProfilePage),
  row('/profile/privacy', 'signed-in', async () => (await import('./features/data-rights/privacy.page')).PrivacyPage),
  row('/demographics', 'signed-in', async () => (await import('./features/demographics/demographics.page')).DemographicsPage),
  row('/pricing', 'public', async () => (await import('./features/misc/pricing.page')).PricingPage),
  row('/home', 'signed-in', async () => (await import('./features/studies/home.page')).HomePage),
  row('/study/details/:id', 'public', async () => (await import('./features/studies/study.page')).StudyPage),
  row('/history/participation', 'signed-in', async () => (await import('./features/participation/history.page')).HistoryPage),
  row('/experiments', 'researcher', async () => (await import('./features/studies/experiments.page')).ExperimentsPage),
  row('/experiments/details/:id', 'researcher', async () => (await import('./features/studies/editor.page')).EditorPage),
  row('/sessions/dashboard', 'researcher', async () => (await import('./features/sessions/dashboard.page')).DashboardPage),
  row('/reviews', 'administrator', async () => (await import('./features/reviews/reviews.page')).ReviewsPage),
  row('/admin/users', 'administrator', async () => (await import('./features/administration/users.page')).UsersPage),
  row('/admin/sso', 'administrator', async () => (await import('./features/administration/sso.page')).SsoPage),
  row('/admin/audit', 'administrator', async () => (await import('./features/administration/audit.page')).AuditPage),
  row('*', 'public', async () => (await import('./features/misc/not-found.page')).NotFoundPage, { layout: 'empty' }),
];
