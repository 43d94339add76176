import i18next from 'i18next';
import { onDemand } from '../../ui/on-demand';

/** The dialog and its texts are loaded only when a researcher wants to export a study to JATOS. */
export const LazyJatosArchiveDialog = onDemand(async () => {
  const [{ JatosArchiveDialog }] = await Promise.all([
    import('./jatos-archive.dialog'),
    i18next.loadNamespaces('jatos-archive'),
  ]);
  return JatosArchiveDialog;
});
