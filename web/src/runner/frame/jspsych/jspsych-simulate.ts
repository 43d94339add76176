import type { SimulationMode } from '../../../../../contracts/runtime/rehearsal-limits';
import type { FrameMessage } from '../../messages';

/*
 * Rehearses a study: jsPsych 7 and 8 can simulate a participant. When the study calls `run`,
 * `simulate` is called instead.
 */

type Values = Record<string, unknown>;
interface Instance {
  simulate?: unknown;
}
interface Info {
  info?: { name?: string };
}
/**
 * The trial that jsPsych 7 and 8 pass to `on_trial_start`. Its `type` is an instance of the plugin
 * in jsPsych 7, and the plugin's class in jsPsych 8.
 */
interface Trial {
  type?: Info & Instance;
}
interface Simulating {
  finishTrial?(data?: Values): void;
  run?(timeline: unknown): Promise<unknown>;
  simulate?(timeline: unknown, mode: SimulationMode): Promise<unknown>;
  /** A function of jsPsych 8; jsPsych 7 does not have it. */
  timelineDependencies?: { instantiatePlugin(plugin: Info): object };
}
export interface SimulatedOptions {
  on_trial_start?(trial: unknown): void;
}

/**
 * @param begin creates jsPsych with these options, as in a participant's run
 * @returns a jsPsych whose `run` simulates. Trials of a plugin that cannot simulate would wait for
 * a person, so they end at once, with `simulated: false` as their data
 */
export function withSimulation<Js extends object, O extends SimulatedOptions>(
  begin: (options: O) => Js,
  options: O,
  mode: SimulationMode,
  send: (message: FrameMessage) => void,
): Js {
  const said = (plugin: Info | undefined, passedOver: boolean) =>
    send({ type: 'simulating', plugin: plugin?.info?.name ?? '', passedOver });
  const made = begin({
    ...options,
    on_trial_start(trial: Trial) {
      options.on_trial_start?.(trial);
      const { type } = trial;
      said(type, false);
      if (typeof type === 'object') passOver(type, type);
    },
  });
  const js: Simulating = made;

  function passOver(instance: Instance, plugin: Info): void {
    if (typeof instance.simulate === 'function') return;
    instance.simulate = (_trial: unknown, _mode: unknown, _given: unknown, loaded: () => void) => {
      said(plugin, true);
      loaded();
      js.finishTrial?.({ simulated: false });
    };
  }

  const { timelineDependencies: dependencies } = js;
  if (dependencies) {
    const instantiate = dependencies.instantiatePlugin.bind(dependencies);
    dependencies.instantiatePlugin = (plugin) => {
      const instance = instantiate(plugin);
      passOver(instance, plugin);
      return instance;
    };
  }

  const run = js.run?.bind(js);
  const simulate = js.simulate?.bind(js);
  // Versions before 7.1 cannot simulate. They wait for a person, and the page around the study
  // reports that.
  if (!run || !simulate) return made;
  let isSimulating = false;
  js.run = async (timeline) => {
    // `simulate` calls `run` itself.
    if (isSimulating) return run(timeline);
    isSimulating = true;
    try {
      return await simulate(timeline, mode);
    } finally {
      isSimulating = false;
    }
  };
  return made;
}
