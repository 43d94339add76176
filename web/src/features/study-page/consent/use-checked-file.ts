import { useQuery } from '@tanstack/react-query';
import type { Consent } from '../../../../../contracts/studies/consents';
import { fetchFileHash } from '../../../lib/http/stored-file';
import { fileAddress } from '../../../domain/consents/file-address';

/**
 * The result of comparing the loaded PDF with the hash of the published one. `unchecked`: the page
 * was loaded without https, where browsers cannot compute hashes.
 */
export type FileCheck =
  | { state: 'checking' }
  | { state: 'same'; bytes: number }
  | { state: 'unchecked' }
  | { state: 'different' }
  | { state: 'failed'; error: unknown; again: () => void };

/**
 * Whether the participant may agree to the form. They may not if their PDF differs from the
 * published file, since the agreement would contain the hash of the published file. If the browser
 * cannot compute hashes (`unchecked`), they may agree.
 */
export const isAgreementAllowed = (file: FileCheck | null) =>
  file === null || file.state === 'same' || file.state === 'unchecked';

/**
 * Checks the PDF of a consent form.
 * @returns null if the form is a text. A text needs no check here, since the server compares its
 * hash when the participant agrees
 */
export function useFileCheck({ kind, sha256, file_url }: Consent): FileCheck | null {
  const isFile = kind === 'pdf' && file_url !== null;
  const canCheck = isFile && window.isSecureContext;
  const { data, error, refetch } = useQuery({
    queryKey: ['consent-file', sha256],
    queryFn: ({ signal }) => fetchFileHash(fileAddress(file_url ?? ''), signal),
    enabled: canCheck,
    staleTime: Infinity,
  });
  if (!isFile) return null;
  if (!canCheck) return { state: 'unchecked' };
  if (data)
    return data.sha256 === sha256 ? { state: 'same', bytes: data.bytes } : { state: 'different' };
  return error ? { state: 'failed', error, again: () => void refetch() } : { state: 'checking' };
}
