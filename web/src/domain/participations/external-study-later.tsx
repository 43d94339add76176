import i18next from 'i18next';
import { onDemand } from '../../ui/on-demand';

/** Fetched with its texts only for a study at another website, which most studies are not. */
export const ExternalStudyLater = onDemand(async () => {
  const [{ ExternalStudy }] = await Promise.all([
    import('./external-study'),
    i18next.loadNamespaces('external-study'),
  ]);
  return ExternalStudy;
});
