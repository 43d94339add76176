import { Anchor, Breadcrumbs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ResourceListState } from '../use-place';
import { type FolderTree, folderPathTo } from './folder-tree.rule';

export function FolderBreadcrumbs({ place, tree }: { place: ResourceListState; tree: FolderTree }) {
  const { t } = useTranslation('resources');
  if (place.view === 'bin' || place.folder === undefined) return null;
  const path = folderPathTo(tree, place.folder).filter(({ name }) => name !== '');
  const isShared = place.view === 'shared';
  const start = isShared ? '/resources?view=shared' : '/resources';
  const inView = isShared ? '&view=shared' : '';
  return (
    <nav aria-label={t('breadcrumb')}>
      <Breadcrumbs separatorMargin={6} style={{ flexWrap: 'wrap' }}>
        <Anchor component={Link} to={start}>
          {t(`view.${place.view}`)}
        </Anchor>
        {path.map(({ _id, name }, i) => (
          <Anchor
            key={_id}
            component={Link}
            to={`/resources?folder=${_id}${inView}`}
            aria-current={i === path.length - 1 ? 'page' : undefined}
          >
            {name}
          </Anchor>
        ))}
      </Breadcrumbs>
    </nav>
  );
}
