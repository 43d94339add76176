import { useQuery } from '@tanstack/react-query';
import { limits } from '../../../../../contracts/base/limits';
import type { Study } from '../../../../../contracts/studies/studies';
import { listClassrooms } from '../../../../../contracts/teaching/classrooms';
import { query } from '../../../lib/http/api';
import { LazySharingSection } from './section-later';

interface Props {
  study: Study;
  /** Called with true if there are unsaved changes, otherwise with false. */
  onDirty: (dirty: boolean) => void;
}

/**
 * Lets instructors share a study as a template. Most researchers teach no class; for them it
 * renders nothing.
 */
export function TemplateSharing({ study, onDirty }: Props) {
  const { data } = useQuery(
    query(listClassrooms, { query: { role: 'instructor', limit: limits.pageSizeMax } }),
  );
  const taught = data?.items ?? [];
  return taught.length > 0 && <LazySharingSection {...{ study, taught, onDirty }} />;
}
