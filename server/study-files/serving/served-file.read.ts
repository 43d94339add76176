import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/concurrency/clock';
import { prepared } from '../../platform/db/prepared';
import { sha256 } from '../../platform/security/secrets';

/**
 * Everything that is needed to serve a file at a valid address: the study, what its pages may do,
 * and the file. `sha256` is null if the version has no such file.
 */
export interface ServedFile {
  version_id: string;
  study_id: string;
  hosts: string[];
  frames: boolean;
  own_code: boolean;
  sha256: string | null;
  bytes: number | null;
  mime: string | null;
  /** Whether the study was made for JATOS, as its report says or its researchers state. */
  jatos: boolean;
  /**
   * Whether the study was made with PsychoJS, as its report says or its researchers state. Where
   * neither says so, the names of its files decide.
   */
  psychojs: boolean;
  /**
   * The version of jsPsych that the study's report states. This server needs it to replace CDN
   * addresses of plugins in a page or script that does not load jsPsych itself.
   */
  jspsych: string | null;
}
const read = prepared<ServedFile>(
  'served-file',
  `SELECT v.study_id, s.version_id, s.hosts, s.frames, s.own_code, f.sha256, f.bytes, f.mime,
     coalesce(v.said_kind, v.kind) IS NOT DISTINCT FROM 'jatos' AS jatos,
     CASE WHEN (v.kind IS NULL OR v.stopped AND v.said_kind IS NULL AND v.kind = 'plain') AND f.mime = 'text/html' THEN EXISTS (
       SELECT 1 FROM research.study_version_file p WHERE p.version_id = s.version_id
         AND p.path ~* '(^|/)psychojs-[0-9.]+[.](iife[.])?js$')
       ELSE coalesce(v.said_kind, v.kind) IS NOT DISTINCT FROM 'psychojs' END AS psychojs,
     CASE WHEN f.mime IN ('text/html', 'text/javascript') THEN jsonb_path_query_first(
       v.report, '$.libraries[*] ? (@.name == "jspsych").version') #>> '{}' END AS jspsych
   FROM research.study_serving s JOIN research.study_version v ON v.id = s.version_id
   LEFT JOIN research.study_version_file f ON f.version_id = s.version_id AND f.path = $2::text
   WHERE s.key_hash = $1::bytea AND s.expires_at > $3::timestamptz`,
);

@Injectable()
export class ServedFileRead {
  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads the file that a page requests with a key.
   * @returns undefined if the key does not exist or has expired
   */
  async of(key: string, path: string): Promise<ServedFile | undefined> {
    const [row] = await read(this.source, [sha256(key), path, this.clock.now()]);
    return row;
  }
}
