import type { FrameMessage } from './messages';

/** The event of a run that names a plugin or a page which could not be simulated; undefined for all other messages. */
export const notSimulatedEvent = (message: FrameMessage): Record<string, string> | undefined =>
  message.type === 'simulating' && message.passedOver
    ? { type: 'not_simulated', plugin: message.plugin }
    : message.type === 'passing_page'
      ? { type: 'page_not_simulated', path: message.path }
      : undefined;
