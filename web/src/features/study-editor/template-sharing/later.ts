import { onDemand } from '../../../ui/on-demand';

/** Loaded when the tab is opened; it asks the server whether the researcher teaches. */
export const LazyTemplateSharing = onDemand(
  async () => (await import('./template-sharing')).TemplateSharing,
);
