/** Why an uploaded archive, or one of its files, is refused. */
export const archiveFaults = [
  'archive_broken',
  'archive_empty',
  'archive_encrypted',
  'archive_method',
  'archive_path',
  'archive_link',
  'archive_doubled',
  'archive_overlap',
  'archive_size',
  'archive_ratio',
  'archive_checksum',
  'archive_too_many_files',
  'archive_file_too_large',
  'archive_too_large',
] as const;
export type ArchiveFaultCode = (typeof archiveFaults)[number];
