import { onDemand } from '../../../ui/on-demand';

/** Fetched when two texts are compared, or another form is chosen: most who edit a form never do. */
export const FormDifference = onDemand(
  async () => (await import('./difference/form-difference')).FormDifference,
);
export const Versions = onDemand(async () => (await import('./difference/versions')).Versions);
export const OtherFormDialog = onDemand(
  async () => (await import('./other-form.dialog')).OtherFormDialog,
);
