import type { Classroom } from '../../../../../contracts/teaching/classrooms';
import type { TemplateSharing } from '../../../../../contracts/teaching/templates';

export interface SharingRow {
  _id: string;
  title: string;
  /**
   * Whether the caller teaches in the classroom and the classroom is not archived. Otherwise the
   * caller may only end the sharing.
   */
  isOwn: boolean;
}

/**
 * Lists the classrooms with which a study is shared, then those with which the caller may share it.
 * An archived classroom is listed only if the study is shared with it.
 */
export function sharingRowsOf(
  { shares }: TemplateSharing,
  taught: readonly Pick<Classroom, '_id' | 'title' | 'state'>[],
): SharingRow[] {
  const open = taught.filter(({ state }) => state !== 'archived');
  const own = new Set(open.map(({ _id }) => _id));
  const shared = new Set(shares.map(({ classroom_id }) => classroom_id));
  return [
    ...shares.map(({ classroom_id, title }) => ({
      _id: classroom_id,
      title,
      isOwn: own.has(classroom_id),
    })),
    ...open
      .filter(({ _id }) => !shared.has(_id))
      .map(({ _id, title }) => ({ _id, title, isOwn: true })),
  ];
}

export interface SharingValues {
  /** Whether the answers of a classroom's groups form one dataset, by the classroom's id. */
  shares: ReadonlyMap<string, boolean>;
  name: string;
  text: string;
}

export const sharingValuesOf = ({ script, shares }: TemplateSharing): SharingValues => ({
  shares: new Map(shares.map(({ classroom_id, pooled }) => [classroom_id, pooled])),
  name: script?.name ?? '',
  text: script?.text ?? '',
});

/** Builds the body of the request. An empty text means that there is no script. */
export const sharingBodyOf = ({ shares, name, text }: SharingValues) => ({
  script: text.trim() === '' ? null : { name: name.trim(), text },
  shares: [...shares].map(([classroom_id, pooled]) => ({ classroom_id, pooled })),
});
