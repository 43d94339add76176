import { onDemand } from '../../../ui/on-demand';

/** Loaded when a researcher compares texts or chooses another form, which most never do. */
export const FormDifference = onDemand(
  async () => (await import('./difference/form-difference')).FormDifference,
);
export const Versions = onDemand(async () => (await import('./difference/versions')).Versions);
export const OtherFormDialog = onDemand(
  async () => (await import('./other-form.dialog')).OtherFormDialog,
);
