import i18next from 'i18next';
import { onDemand } from '../../ui/on-demand';

/** Fetched with its texts where a study is at another website: most are not. */
export const ExternalStudyLater = onDemand(async () => {
  const [{ ExternalStudy }] = await Promise.all([
    import('./external-study'),
    i18next.loadNamespaces('external-study'),
  ]);
  return ExternalStudy;
});
