import type { FolderShare, SharedFolder } from '../../../../../contracts/resources/folder-sharing';
import type { SharePermission, ShareLine } from './share-lines';

type Kind = 'study' | 'classroom';
const keyOf = (kind: Kind, id: string) => `${kind}:${id}`;
const keyOfShare = (share: FolderShare) =>
  'study_id' in share ? keyOf('study', share.study_id) : keyOf('classroom', share.classroom_id);

/**
 * Returns what the people of each study or classroom may do with a folder that is shared with it.
 * The keys of the map equal the keys of the dialog's lines.
 */
export const permissionsByShareTarget = (
  items: readonly SharedFolder[],
): ReadonlyMap<string, SharePermission> => new Map(items.map((one) => [keyOfShare(one), one.may]));

/**
 * Makes the lines of the dialog. The studies or classrooms with which the folder is shared now come
 * first, even if they are not among those that the person can choose (`own`).
 */
export function shareLinesOf(
  kind: Kind,
  items: readonly SharedFolder[],
  own: readonly { _id: string; title: string }[],
): ShareLine[] {
  const shared = items
    .map((one) => ({ key: keyOfShare(one), title: one.title }))
    .filter(({ key }) => key.startsWith(`${kind}:`));
  const keys = new Set(shared.map(({ key }) => key));
  const others = own.map(({ _id, title }) => ({ key: keyOf(kind, _id), title }));
  return [...shared, ...others.filter(({ key }) => !keys.has(key))];
}

export const folderSharesOf = (chosen: ReadonlyMap<string, SharePermission>): FolderShare[] =>
  [...chosen].map(([key, may]) => {
    const [kind, id = ''] = key.split(':');
    return kind === 'study' ? { study_id: id, may } : { classroom_id: id, may };
  });
