/** As much of JATOS' own script as is used here (https://www.jatos.org/jatos.js-Reference). */
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

/** What the archive says of its study, at the beginning of the script of ours in it. */
export interface ForJatos {
  /** The pages that lead on from one to another, with the id of the component that each is in JATOS. */
  readonly pages: Readonly<Record<string, string>>;
  /** The study's conditions, of which a run draws one; null where it has none. */
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
    /** On a page of such an archive, here as in JATOS. */
    commonlabForJatos?: {
      /** The page by its path in the study; none where it does not run in JATOS. */
      readonly page?: string;
      /** Another page comes after it: when its jsPsych has ended, the study has not. */
      readonly leadsOn: boolean;
    };
  }
}
