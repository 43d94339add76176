import i18next from 'i18next';
import { onDemand } from '../../../ui/on-demand';

/** Few researchers teach, so the form is fetched with its texts only for them. */
export const SharingSectionLater = onDemand(async () => {
  const [part] = await Promise.all([
    import('./sharing-section'),
    i18next.loadNamespaces('classroom-studies'),
  ]);
  return part.SharingSection;
});
