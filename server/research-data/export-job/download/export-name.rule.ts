import type { ExportFormat } from '../../../../contracts/research-data/research-data';

const mostCharacters = 60;

/**
 * Makes the file name of an export from the title of the study, the format and the day. Letters of
 * every script stay, since the header Content-Disposition also contains an ASCII name (RFC 6266).
 * Characters that a system may read as part of a path are replaced.
 */
export function exportName(title: string, format: ExportFormat, readyAt: Date): string {
  const plain = title.normalize('NFC').toLowerCase();
  const study = [...plain.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')].slice(0, mostCharacters).join('');
  const name = study.replace(/^-+|-+$/g, '') || 'study';
  return `${name}-${format}-${readyAt.toISOString().slice(0, 10)}.zip`;
}
