import type { JatosStudy } from '../import-jatos/jatos-study';
import type { CheckedFile } from './facts.rule';

const usual = ['index', 'experiment', 'study', 'main', 'start', 'task'];
/** Lists the pages of a JATOS study's active components, in the order of its description. */
const pagesOf = ({ components }: JatosStudy): string[] =>
  components.filter(({ active, path }) => active && path !== '').map(({ path }) => path);

const depth = (path: string) => path.split('/').length;
const nameRank = (path: string) => {
  const name = (path.split('/').pop() ?? '').replace(/\.\w+$/, '').toLowerCase();
  const at = usual.indexOf(name);
  return at < 0 ? usual.length : at;
};

/**
 * Lists the pages with which the study could begin, the most likely first. The pages of a JATOS
 * description come first, in its order; all other pages follow, sorted by depth and name.
 */
export function entryPagesOf(files: readonly CheckedFile[], jatos: JatosStudy | null): string[] {
  const pages = files
    .filter(({ path }) => /\.x?html?$/i.test(path))
    .sort((a, b) => {
      const scripted = (file: CheckedFile) => ((file.facts?.references.length ?? 0) > 0 ? 0 : 1);
      return (
        depth(a.path) - depth(b.path) ||
        nameRank(a.path) - nameRank(b.path) ||
        scripted(a) - scripted(b) ||
        (a.path < b.path ? -1 : 1)
      );
    })
    .map(({ path }) => path);
  return [...new Set([...(jatos ? pagesOf(jatos) : []), ...pages])];
}
