import type { Classroom } from '../../../../../contracts/teaching/classrooms';
import type { TemplateSharing } from '../../../../../contracts/teaching/templates';

export interface TaughtRow {
  _id: string;
  title: string;
  /**
   * Whether the caller teaches in the classroom and may change how the study is shared with it;
   * others may only end the sharing.
   */
  isOwn: boolean;
}

/**
 * The classrooms with which a study is or may be shared: first those with which it is shared. An
 * archived classroom is listed only if the study is shared with it.
 */
export function rowsOf(
  { shares }: TemplateSharing,
  taught: readonly Pick<Classroom, '_id' | 'title' | 'state'>[],
): TaughtRow[] {
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

export interface GivenSharing {
  /** Whether answers are pooled, by classroom. */
  shares: ReadonlyMap<string, boolean>;
  name: string;
  text: string;
}

export const givenOf = ({ script, shares }: TemplateSharing): GivenSharing => ({
  shares: new Map(shares.map(({ classroom_id, pooled }) => [classroom_id, pooled])),
  name: script?.name ?? '',
  text: script?.text ?? '',
});

/** The body of the request. An empty text means that there is no script. */
export const bodyOf = ({ shares, name, text }: GivenSharing) => ({
  script: text.trim() === '' ? null : { name: name.trim(), text },
  shares: [...shares].map(([classroom_id, pooled]) => ({ classroom_id, pooled })),
});
