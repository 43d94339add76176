/** The tools with which studies are made (docs/decisions/study-files.md). */
export const studyToolKinds = [
  'jspsych_6',
  'jspsych_7',
  'jspsych_8',
  'jspsych',
  'lab_js',
  'jatos',
  'psychojs',
  'plain',
] as const;

/**
 * How serious a finding is. `error`: the study will not work. `warning`: it may not work as
 * intended. `note`: for information.
 */
export const severityLevels = ['error', 'warning', 'note'] as const;

/** The findings of a version's check, with the severity that each always has. */
export const severityByFinding = {
  /** The version contains no HTML page. */
  no_entry: 'error',
  /** A script has a syntax error, so that browsers cannot run it. */
  syntax_error: 'error',
  /**
   * The file refers to a file that the version does not contain; where only upper and lower case differ, the finding
   * is `wrong_case`.
   */
  missing_reference: 'error',
  wrong_case: 'error',
  /** A script contains a path that does not exist in any folder; the script may assemble it from parts. */
  maybe_missing: 'warning',
  /** Two files whose names differ in upper and lower case alone. */
  case_twins: 'warning',
  /** An address begins at the root of the website, and no file of the version has that path. */
  absolute_path: 'error',
  /**
   * An address leads above the root of the version with `..`, and no file of the version is the
   * one that it could mean.
   */
  outside_path: 'error',
  /**
   * An address begins at the root of the website, or leads above the root of the version. The study
   * gets the file of the version that the address most likely means.
   */
  root_path: 'note',
  /** A script imports a module by the name of a package, and no import map contains its address. */
  bare_import: 'error',
  /** The version has source files that a tool has to build first: browsers cannot run TypeScript or packages. */
  sources: 'error',
  /** The version contains the source files of a build tool in addition to the built files. */
  built_inside: 'note',
  /** A page shows a PDF in a frame: browsers show no PDF in a sandboxed frame. */
  pdf_in_frame: 'error',
  /**
   * A page embeds a page of another website in a frame: browsers block this in a cross-origin
   * isolated page.
   */
  frame_elsewhere: 'error',
  /** A page has an `<embed>` or `<object>`: the Content-Security-Policy of study files blocks them. */
  embedded_object: 'error',
  /** A text is not UTF-8 and does not declare its encoding. */
  unknown_encoding: 'warning',
  /** An address uses http:, contains credentials, or has a port that browsers block. */
  insecure_address: 'error',
  /** The study uses JATOS' group channels, which connect participants. */
  jatos_group: 'error',
  /** The page of a JATOS component is missing. */
  jatos_no_page: 'error',
  /** The study uses a PsychoJS from before 2021, which can send its data only to Pavlovia. */
  psychojs: 'error',
  /** A file of the library PsychoJS is missing. Pavlovia adds this library to its studies. */
  psychojs_missing: 'error',
  /** PsychoJS shares data among participants, or shows surveys from Pavlovia. */
  psychojs_shelf: 'error',
  psychojs_survey: 'error',
  /**
   * The study loads from another host, or sends to it: either the host must be declared, or its
   * files must be uploaded.
   */
  other_host: 'warning',
  /** The study uses JATOS' batch session data, which all participants of a session share and change. */
  jatos_batch: 'note',
  /** The study loads jsPsych or an official plugin from a CDN, and this server has no copy of that version or file. */
  known_library: 'warning',
  /**
   * The study loads a library from a CDN in a version that this server does not have; its copy of
   * another minor version is used instead.
   */
  library_differs: 'warning',
  /** The file contains too many CDN addresses, so none of them is replaced. */
  too_many_addresses: 'warning',
  /**
   * A page contains a completion code: participants would see it whether or not this server has
   * stored their data.
   */
  completion_code: 'warning',
  /**
   * No script ends the study, so participants could not complete it. A launch requires a rehearsal
   * first.
   */
  no_end: 'error',
  /**
   * No script stores or sends data in a way that this server can save; the detail names the library
   * whose data are sent elsewhere. A launch requires a rehearsal first.
   */
  no_rows: 'error',
  /** PsychoJS quits without reporting whether the study was completed. */
  psychojs_quit: 'warning',
  /** A server-side script, such as PHP: this server does not run it. */
  server_script: 'warning',
  /** A script navigates the page to another address, or opens a window. */
  leaves_page: 'warning',
  service_worker: 'warning',
  /**
   * The study uses a feature that its frame may not use: clipboard, geolocation, screen lock, connected devices and
   * the like.
   */
  permission_refused: 'warning',
  /** The study uses an address of the participant's own computer or network. */
  own_network: 'warning',
  /**
   * Pages, scripts or styles that no page of the study loads. The report leaves out findings in
   * them.
   */
  not_reached: 'note',
  /** A file is too large to be checked, or its content does not match its name. */
  not_checked: 'warning',
  /** The check of the file was stopped, since it took too much time or memory. */
  check_stopped: 'warning',
  /** A script reads back pixels that it has drawn (canvas fingerprinting). */
  reads_pixels: 'warning',
  /** A script measures the widths of texts, or finds out which fonts a device has. */
  reads_fonts: 'warning',
  /** A script reads back sound that the device has calculated (audio fingerprinting). */
  reads_sound: 'warning',
  /** The study reads what the graphics card reports about itself. */
  reads_graphics: 'warning',
  /** A script reads facts about the device, such as its processor, memory or voices, which can identify it. */
  reads_device: 'warning',
  /**
   * A script makes connections (WebRTC) that the Content-Security-Policy of study files does not cover in some
   * browsers.
   */
  peer_connection: 'warning',
  /** A form, a frame or a page navigates to an address that is computed while the study runs. */
  computed_address: 'warning',
  library_reads: 'note',
  /** The study's pages embed frames. */
  frames: 'note',
  /** The study uses parts of the timeline builder that count as custom code. */
  builder_code: 'note',
  microphone: 'note',
  camera: 'note',
  storage: 'note',
  worker: 'note',
  /** The study loads jsPsych or an official plugin from a CDN; this server's copy replaces it. */
  library_here: 'note',
  /** The study sends data to DataPipe; this server stores the data instead. */
  sent_here: 'note',
  /** PsychoJS sends data to Pavlovia; this server stores the data instead. */
  psychojs_here: 'note',
  /**
   * The page has a plain form: this server stores what a participant enters. The study continues at
   * the page that the form names, or ends.
   */
  form_goes_on: 'note',
  form_ends: 'note',
  /** The archive contains files of an archiver or an operating system, which are left out. */
  left_out: 'note',
  /** The archive does not state how its names are encoded: the encoding was guessed. */
  name_guessed: 'note',
  /** The file name contains box-drawing characters: it was probably decoded with the wrong encoding. */
  name_misread: 'warning',
  /** The archive has paths with backslashes, as some programs on Windows write them. */
  backslashes: 'note',
  /** Two entries whose names differ only in Unicode normalization, with the same content: one of them is kept. */
  same_twice: 'note',
} as const satisfies Record<string, (typeof severityLevels)[number]>;

export type FindingCode = keyof typeof severityByFinding;
export const findingCodes = Object.keys(severityByFinding) as [FindingCode, ...FindingCode[]];

/** Findings about code that can identify a browser, or that bypasses the Content-Security-Policy of study files. */
export const findingsNeedingReason = [
  'reads_pixels',
  'reads_fonts',
  'reads_sound',
  'reads_graphics',
  'reads_device',
  'peer_connection',
  'computed_address',
] as const satisfies readonly FindingCode[];
export type FindingNeedingReason = (typeof findingsNeedingReason)[number];
export const needsReason = (code: FindingCode): code is FindingNeedingReason =>
  findingsNeedingReason.some((one) => one === code);
