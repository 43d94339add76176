import type { TestPerson } from '../../support/people';

export interface Study {
  readonly _id: string;
  readonly owner: TestPerson;
  readonly consent: { _id: string; sha256: string };
  /** Whether its participants are sent to another website. */
  readonly external: boolean;
}
export interface SessionOf {
  readonly _id: string;
  readonly study: Study;
  readonly privacy_level: string;
  /** Of a study on site. */
  readonly slots: readonly string[];
  /** Of an external study: what its participants type when they are done. */
  readonly code: string | undefined;
  /** Its study runs here: each participant makes records. */
  readonly is_hosted: boolean;
}
