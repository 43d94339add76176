import { onDemand } from '../../../ui/on-demand';

/** Components that are loaded when a researcher compares texts or chooses a different form, which most never do. */
export const FormDifference = onDemand(
  async () => (await import('./difference/form-difference')).FormDifference,
);
export const Versions = onDemand(async () => (await import('./difference/versions')).Versions);
export const OtherFormDialog = onDemand(
  async () => (await import('./other-form.dialog')).OtherFormDialog,
);
