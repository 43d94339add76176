import i18next from 'i18next';
import { onDemand } from '../../../ui/on-demand';

/** Few researchers teach, so the form and its texts are fetched only for those who do. */
export const LazySharingSection = onDemand(async () => {
  const [part] = await Promise.all([
    import('./sharing-section'),
    i18next.loadNamespaces('classroom-studies'),
  ]);
  return part.SharingSection;
});
