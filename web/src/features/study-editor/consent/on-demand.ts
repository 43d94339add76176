import { onDemand } from '../../../ui/on-demand';

/**
 * Components that are loaded when a researcher compares texts or copies another study's form, which
 * few do.
 */
export const LazyFormDifference = onDemand(
  async () => (await import('./difference/form-difference')).ConsentFormDifference,
);
export const LazyVersionComparison = onDemand(
  async () => (await import('./difference/versions')).VersionComparison,
);
export const CopyConsentDialog = onDemand(
  async () => (await import('./copy-consent.dialog')).CopyConsentFormDialog,
);
