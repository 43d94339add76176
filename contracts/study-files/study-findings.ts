/** The tools that a study is made with (docs/decisions/study-files.md). */
export const studyKinds = [
  'jspsych_6',
  'jspsych_7',
  'jspsych_8',
  'jspsych',
  'lab_js',
  'jatos',
  'psychojs',
  'plain',
] as const;

/** `error`: it will not work. `warning`: it may not, or not as meant. `note`: good to know. */
export const severities = ['error', 'warning', 'note'] as const;

/** The findings of a version's check, with the severity that each always has. */
export const severityOf = {
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
  /** A script names a path that no folder contains; the script may put it together from parts. */
  maybe_missing: 'warning',
  /** Two files whose names differ in upper and lower case alone. */
  case_twins: 'warning',
  /** An address begins at the root of the website, and no file of the version has that path. */
  absolute_path: 'error',
  /** An address leads above the root of the version, and no file has the remaining path. */
  outside_path: 'error',
  /** An address begins at the root, or leads above the root of the version; it is read as the file of that path. */
  root_path: 'note',
  /** A script imports a module by the name of a package, and no import map contains its address. */
  bare_import: 'error',
  /** The version has source files that a tool has to build first: browsers run no TypeScript, and no packages. */
  sources: 'error',
  /** The version has the source files of a build tool, beside the files that were built from them. */
  built_inside: 'note',
  /** A page shows a PDF in a frame: browsers show none in a sandbox. */
  pdf_in_frame: 'error',
  /** A page shows a page of another website in a frame: an isolated page shows none. */
  frame_elsewhere: 'error',
  /** A page has an `<embed>` or `<object>`: the policy of a study's files allows none. */
  embedded_object: 'error',
  /** A text is not UTF-8 and does not declare its encoding. */
  unknown_encoding: 'warning',
  /** An address with http:, or with a key or a port that browsers block. */
  insecure_address: 'error',
  /** The study uses JATOS' group channels, which connect participants. */
  jatos_group: 'error',
  /** The page of a component of JATOS is missing. */
  jatos_no_page: 'error',
  /** The study uses a PsychoJS from before 2021, which sends its data to no server but its own. */
  psychojs: 'error',
  /** A file of PsychoJS itself is missing, which Pavlovia adds to its studies. */
  psychojs_missing: 'error',
  /** PsychoJS shares data among participants, or shows surveys from Pavlovia. */
  psychojs_shelf: 'error',
  psychojs_survey: 'error',
  /** The study loads from another host, or sends to it: the host must be declared, or its files uploaded. */
  other_host: 'warning',
  /** Data of JATOS that all participants of a session share and change. */
  jatos_batch: 'note',
  /** The study loads jsPsych or an official plugin from a CDN, and this server has no copy of that version or file. */
  known_library: 'warning',
  /** The study loads a library from a CDN; this server's copy of another minor version replaces it. */
  library_differs: 'warning',
  /** The file contains so many addresses of CDNs that none is replaced. */
  too_many_addresses: 'warning',
  /** A page contains a completion code, which participants see whether or not this server has their data. */
  completion_code: 'warning',
  /** No script ends the study, so that it could not be completed. A launch requires a rehearsal first. */
  no_end: 'error',
  /**
   * No script stores or sends anything that this server keeps; the detail is the library whose data are sent
   * elsewhere. A launch requires a rehearsal first.
   */
  no_rows: 'error',
  /** PsychoJS quits without reporting whether the study was completed. */
  psychojs_quit: 'warning',
  /** A script for a server, such as PHP: it is not run here. */
  server_script: 'warning',
  /** A script leads the page to a different address, or opens a window. */
  leaves_page: 'warning',
  service_worker: 'warning',
  /** The study uses what its frame may not: clipboard, position, screen lock, connected devices and the like. */
  permission_refused: 'warning',
  /** The study uses an address of the participant's own computer or network. */
  own_network: 'warning',
  /** No page of the study loads these pages, scripts and styles, so that nothing in them counts. */
  not_reached: 'note',
  /** A file is too large to be checked, or has other content than its name states. */
  not_checked: 'warning',
  /** The check of the file was stopped, since it took too much time or memory. */
  check_stopped: 'warning',
  /** A script reads back pixels that it has drawn, by which a device can be recognised. */
  reads_pixels: 'warning',
  /** A script measures the widths of texts, or finds out which fonts a device has. */
  reads_fonts: 'warning',
  /** A script reads back sound that the device has calculated, by which a device can be recognised. */
  reads_sound: 'warning',
  /** The study reads what the graphics of a device report about themselves. */
  reads_graphics: 'warning',
  /** A script reads facts about the device, such as its processor, memory or voices, which can identify it. */
  reads_device: 'warning',
  /** A script makes connections (WebRTC) that the policy of a study's files does not cover in some browsers. */
  peer_connection: 'warning',
  /** A form, a frame or a page is led to an address that is put together while the study runs. */
  computed_address: 'warning',
  /** A file with the name of a known library has calls that can identify a browser. */
  library_reads: 'note',
  /** The study's pages show frames of their own. */
  frames: 'note',
  /** Parts of the builder that make the study one with code of its own. */
  builder_code: 'note',
  microphone: 'note',
  camera: 'note',
  storage: 'note',
  worker: 'note',
  /** The study loads jsPsych or an official plugin from a CDN; this server's copy replaces it. */
  library_here: 'note',
  /** The study sends data to DataPipe; this server stores them instead. */
  sent_here: 'note',
  /** PsychoJS sends data to Pavlovia; this server stores them instead. */
  psychojs_here: 'note',
  /**
   * The page has a plain form: what is filled in is stored here, and the study continues at the page that the form
   * names, or ends.
   */
  form_goes_on: 'note',
  form_ends: 'note',
  /** The archive contains files of an archiver or an operating system, which are left out. */
  left_out: 'note',
  /** The archive does not state how its names are encoded: the encoding was guessed. */
  name_guessed: 'note',
  /** The name has characters for frames and shades: it was probably decoded with the wrong encoding. */
  name_misread: 'warning',
  /** The archive has paths with backslashes, as some programs on Windows write them. */
  backslashes: 'note',
  /** Two entries with one name in two spellings and the same content: one of them is kept. */
  same_twice: 'note',
} as const satisfies Record<string, (typeof severities)[number]>;

export type FindingCode = keyof typeof severityOf;
export const findingCodes = Object.keys(severityOf) as [FindingCode, ...FindingCode[]];

/** Findings about code that can identify a browser, or that avoids the policy of a study's files. */
export const reasonKinds = [
  'reads_pixels',
  'reads_fonts',
  'reads_sound',
  'reads_graphics',
  'reads_device',
  'peer_connection',
  'computed_address',
] as const satisfies readonly FindingCode[];
export type ReasonKind = (typeof reasonKinds)[number];
export const isReasonKind = (code: FindingCode): code is ReasonKind =>
  reasonKinds.some((one) => one === code);
