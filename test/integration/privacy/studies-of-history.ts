import type { TestPerson } from '../../support/people/people';

export interface HistoryStudy {
  readonly _id: string;
  readonly owner: TestPerson;
  readonly consent: { _id: string; sha256: string };
  /** Whether the participants of the study are sent to another website. */
  readonly external: boolean;
}
export interface HistorySession {
  readonly _id: string;
  readonly study: HistoryStudy;
  readonly privacy_level: string;
  /** The slots of a study on site. */
  readonly slots: readonly string[];
  /** The completion code of an external study, which its participants enter. */
  readonly code: string | undefined;
  /** Whether this product runs the study, so that each participant sends records. */
  readonly is_hosted: boolean;
}
