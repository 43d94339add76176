import { onDemand } from '../../../ui/on-demand';

/** Asks whether the researcher teaches: loaded when the tab is opened. */
export const TemplateSharingLater = onDemand(
  async () => (await import('./template-sharing')).TemplateSharing,
);
