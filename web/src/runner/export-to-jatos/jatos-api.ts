/**
 * The parts of JATOS' own script that the export uses (https://www.jatos.org/jatos.js-Reference).
 */
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

/** The facts about the study that the archive writes at the beginning of our script. */
export interface JatosArchiveInfo {
  /** The pages that the study moves between, each with the id of its component in JATOS. */
  readonly pages: Readonly<Record<string, string>>;
  /** The study's conditions, of which one is drawn for each run; null if the study has none. */
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
    readonly commonlabArchive?: JatosArchiveInfo;
    /**
     * Our script in an archive made for JATOS sets this object on each page, whether the page runs
     * on this platform or in JATOS.
     */
    commonlabForJatos?: {
      /** The page's path in the study; absent if the page does not run in JATOS. */
      readonly page?: string;
      /**
       * Whether another page of the study follows this one. If so, the end of this page's jsPsych
       * does not end the study.
       */
      readonly leadsOn: boolean;
    };
  }
}
