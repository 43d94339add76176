import { onDemand } from '../../../ui/on-demand';

/**
 * The section for sharing a study as a template. It is loaded when the researcher opens its tab,
 * and then asks the server whether the researcher teaches.
 */
export const LazyTemplateSharing = onDemand(
  async () => (await import('./template-sharing')).TemplateSharing,
);
