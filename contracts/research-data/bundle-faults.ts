/**
 * Why a bundle is refused. Each error names the path of the file; if it is about one line, a colon
 * and the number of the line follow.
 */
export const bundleFaults = [
  'bundle_none',
  'bundle_newer',
  'bundle_file_missing',
  'bundle_file_differs',
  'bundle_file_unknown',
  'bundle_malformed',
  'bundle_version_differs',
  'bundle_run_differs',
  'bundle_too_many_runs',
  'bundle_json_too_large',
  'bundle_record_too_large',
  'bundle_run_too_large',
  'bundle_day_of_anonymous',
  'bundle_timing_of_anonymous',
  'bundle_recording_too_large',
  'bundle_recording_unknown',
  'bundle_recording_of_anonymous',
  'bundle_recordings_of_run',
  'bundle_too_many_recordings',
  'bundle_entry_no_page',
  'bundle_timeline_too_large',
  'bundle_timeline_files',
] as const;
export type BundleFault = (typeof bundleFaults)[number];
