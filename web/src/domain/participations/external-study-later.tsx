import i18next from 'i18next';
import { onDemand } from '../../ui/on-demand';

/** Loads the component and its texts only when a study runs at another website, which is rare. */
export const LazyExternalStudy = onDemand(async () => {
  const [{ ExternalStudy }] = await Promise.all([
    import('./external-study'),
    i18next.loadNamespaces('external-study'),
  ]);
  return ExternalStudy;
});
