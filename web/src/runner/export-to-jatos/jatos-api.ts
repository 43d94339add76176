/** The parts of JATOS' own script that are used here (https://www.jatos.org/jatos.js-Reference). */
export interface JatosPromise {
  done(fulfilled: (value?: unknown) => void): JatosPromise;
  fail(rejected: (reason?: unknown, status?: unknown) => void): JatosPromise;
}
export interface Jatos {
  studySessionData?: unknown;
  waitSendDataOverlayConfig?: object;
  onLoad(then: () => void): void;
  appendResultData(data: string): JatosPromise;
  uploadResultFile(blob: Blob, name: string): JatosPromise;
  downloadResultFile(name: string): JatosPromise;
  setStudySessionData(data: unknown): JatosPromise;
  endStudy(successful: boolean, message?: string): void;
  showOverlay?(config?: object): unknown;
}

/** What the archive states about its study, at the beginning of our script in it. */
export interface ForJatos {
  /** The pages that lead from one to another, with the id of each one's component in JATOS. */
  readonly pages: Readonly<Record<string, string>>;
  /** The study's conditions, of which each run draws one; null if it has none. */
  readonly conditions: {
    readonly blinded: boolean;
    readonly cells: readonly {
      readonly name: string;
      readonly share: number;
      readonly values: Readonly<Record<string, unknown>>;
    }[];
  } | null;
}

declare global {
  interface Window {
    readonly commonlabArchive?: ForJatos;
    /** Set on each page of such an archive, both here and in JATOS. */
    commonlabForJatos?: {
      /** The page's path in the study; absent if the page does not run in JATOS. */
      readonly page?: string;
      /** Whether another page follows this one, so that the end of its jsPsych is not the end of the study. */
      readonly leadsOn: boolean;
    };
  }
}
