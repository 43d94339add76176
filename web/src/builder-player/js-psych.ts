/*
 * The types of the parts of jsPsych 8.3 that the player uses. Importing jsPsych's own types would
 * make the compiler check all of its sources.
 */

export type TrialValues = Record<string, unknown>;

export interface PluginInfo {
  name: string;
  parameters: Record<string, { type: number }>;
}
export interface PluginClass {
  new (jsPsych: JsPsych): unknown;
  info: PluginInfo;
}

type Preload = (
  files: string[],
  complete: () => void,
  loaded: (file: string) => void,
  failed: (error: unknown) => void,
) => void;

export interface JsPsych {
  data: { get(): DataCollection; displayData?: unknown };
  pluginAPI: { preloadImages: Preload; preloadAudio: Preload; preloadVideo: Preload };
  evaluateTimelineVariable(name: string): unknown;
  getDisplayElement(): HTMLElement;
  getSafeModeStatus(): boolean;
  finishTrial(data: TrialValues): void;
  run(timeline: readonly JsPsychNode[]): Promise<void>;
}
export interface DataCollection {
  values(): TrialValues[];
  csv(): string;
  json(pretty?: boolean): string;
}
/** A trial or a timeline in jsPsych's form. */
export type JsPsychNode = TrialValues;

export interface InitOptions {
  display_element?: HTMLElement;
  show_progress_bar?: boolean;
  message_progress_bar?: string;
  default_iti?: number;
  minimum_valid_rt?: number;
  on_finish?: (data: DataCollection) => void;
}

declare global {
  interface Window {
    initJsPsych?: (options: InitOptions) => JsPsych;
    jsPsychModule?: { ParameterType: { FUNCTION: number } };
  }
}
